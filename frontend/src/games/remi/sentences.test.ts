import { beforeAll, describe, expect, it } from "vitest";
import { cardLabel, richParts, spoken } from "../../cards/label";
import { LANGUAGES, setLanguage, startLanguage, type Language } from "../../i18n";
import type { GameEvent } from "../../net/types";
import remi from "./index";
import { sentence, sentences, type Reader } from "./sentences";

const reader: Reader = { seat: 0, nameOf: (seat) => ["Ana", "Rahim", "Sari", "Budi"][seat] ?? "" };
const events: GameEvent[] = [
  { type: "deal_started", deal: 2, dealer: 1, first: 1, hand_sizes: [7, 7, 7, 7], stock: 24 },
  { type: "drew", seat: 0, private: { card: "QS" } },
  { type: "drew", seat: 2 },
  { type: "took", seat: 1, depth: 1, card: "7H", with: ["8H", "6H"], picked: [] },
  { type: "took", seat: 0, depth: 2, card: "7H", with: ["7S", "7D"], picked: ["KC"] },
  { type: "discarded", seat: 3, card: "10D" },
  { type: "declined", seat: 1 },
  { type: "closed", seat: 0, card: "AS", melds: [["2H", "3H", "4H"]] },
  { type: "deal_ended", seat: 2, reason: "stock" },
];

beforeAll(async () => {
  await startLanguage();
  await remi.texts.load();
});

function told(): string[] {
  return events.map((event) => spoken(sentence(event, reader) ?? ""));
}

describe.each(LANGUAGES)("in %s", (language: Language) => {
  beforeAll(() => setLanguage(language));

  it("tells every event in a sentence without a gap", () => {
    for (const text of told()) {
      expect(text).toMatch(/[.।]$/);
      expect(text).not.toMatch(/[{}\uE000\uE001]|undefined/);
    }
  });

  it("names others and says you to the reader", () => {
    const texts = told();
    expect(texts[5]).toContain("Budi");
    expect(texts[5]).toContain(cardLabel("10D"));
    expect(texts[7]).not.toContain("Ana");
  });
});

it("tells the same in three languages", async () => {
  const lines: Record<string, string[]> = {};
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const all = told();
    lines[language] = [all[0] ?? "", all[3] ?? "", all[7] ?? ""];
  }
  expect(lines).toEqual({
    en: [
      "Deal 2: Rahim plays first.",
      "Rahim took 7 of hearts and laid 6 of hearts, 7 of hearts, 8 of hearts.",
      "You closed with ace of spades.",
    ],
    id: [
      "Ronde 2: Rahim main pertama.",
      "Rahim mengambil 7 hati dan menurunkan 6 hati, 7 hati, 8 hati.",
      "Kamu menutup dengan as sekop.",
    ],
    bn: [
      "দান ২: Rahim প্রথমে খেলবেন।",
      "Rahim হরতনের সাত নিয়ে হরতনের ছয়, হরতনের সাত, হরতনের আট নামালেন।",
      "আপনি ইস্কাপনের টেক্কা দিয়ে ক্লোজ করলেন।",
    ],
  });
});

it("keeps a drawn card to its owner and does not tell a declined deal twice", async () => {
  await setLanguage("en");
  expect(told()[1]).toBe("You drew queen of spades.");
  expect(told()[2]).toBe("Sari drew from the stock.");
  const ended: GameEvent[] = [
    { type: "declined", seat: 1 },
    { type: "deal_ended", seat: 1, reason: "stock" },
  ];
  expect(sentences(ended, reader)).toHaveLength(1);
});

it("gives a sentence's cards to the eye as cards", async () => {
  await setLanguage("en");
  const text = sentence({ type: "discarded", seat: 3, card: "10D" }, reader) ?? "";
  expect(richParts(text)).toEqual([{ text: "Budi discarded " }, { card: "10D" }, { text: "." }]);
});
