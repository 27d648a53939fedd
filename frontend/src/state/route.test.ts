import { expect, test } from "vitest";
import { spacedCode, tidyCode } from "./code";
import { goTo, route, routeOf, takeIntent } from "./route.svelte";

test("addresses name pages", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/r/KQ7M2P")).toEqual({ page: "room", code: "KQ7M2P" });
  expect(routeOf("/r/kq7m2p/")).toEqual({ page: "room", code: "KQ7M2P" });
  expect(routeOf("/g/kq7m2p")).toEqual({ page: "gathering", code: "KQ7M2P" });
  expect(routeOf("/rooms")).toEqual({ page: "rooms" });
  expect(routeOf("/rules")).toEqual({ page: "rules", game: null });
  expect(routeOf("/rules/")).toEqual({ page: "rules", game: null });
  expect(routeOf("/rules/rummy500")).toEqual({ page: "rules", game: "rummy500" });
  for (const path of ["/rules/a/b", "/rules/%20", "/r/", "/r/%", "/r/a%20b", "/rooms/x", "/r/KQ7M2P/x", "/g/", "/x/KQ7M2P"]) {
    expect(routeOf(path), path).toEqual({ page: "not_found" });
  }
});

test("a code is understood however a person writes it", () => {
  for (const written of ["KQ7M2P", " kq7 m2p ", "kq7-m2p", "http://meja.example/r/KQ7M2P/"]) {
    expect(tidyCode(written), written).toBe("KQ7M2P");
  }
  for (const written of ["", "?!", "ab", "কখগঘ"]) expect(tidyCode(written), written).toBeNull();
  expect(spacedCode("KQ7M2P")).toBe("KQ7 M2P");
});

test("what a page was opened for is done once", () => {
  goTo("/r/KQ7M2P", "start");
  expect(route()).toEqual({ page: "room", code: "KQ7M2P" });
  expect(takeIntent()).toBe("start");
  expect(takeIntent()).toBeNull();
});
