import { expect, test } from "vitest";
import { errorText, refusalText, setLanguage, t } from ".";
import { Refusal } from "../net/types";
import { preferred } from "./language.svelte";

test("the first of the reader's languages that the page has is taken", () => {
  expect(preferred(["fr-FR", "id-ID", "bn"])).toBe("id");
  expect(preferred(["bn-BD"])).toBe("bn");
  expect(preferred(["in"])).toBe("id");
  expect(preferred(["de", "ja"])).toBe("en");
  expect(preferred([])).toBe("en");
});

test("a chosen language is spoken and kept", async () => {
  await setLanguage("id");
  expect(t("game.new")).toBe("Permainan baru");
  expect(localStorage.getItem("meja.language")).toBe("id");
  await setLanguage("bn");
  expect(t("game.new")).toBe("নতুন খেলা");
});

test("a refusal is a sentence; one without a text of its own names its code", async () => {
  await setLanguage("en");
  expect(errorText("name_too_short", { min: 2 })).toBe("A name has at least 2 letters.");
  expect(refusalText(new Refusal("not_host"))).toBe("Only the host can do that.");
  expect(refusalText(new Refusal("quite_new"))).toBe("That did not work (quite_new).");
  expect(refusalText(new TypeError("Failed to fetch"))).toMatch(/cannot be reached/);
});
