/** Which language the page speaks, and the catalogues that follow it. */

export const LANGUAGES = ["bn", "id", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name, as the switch shows it in every language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  bn: "বাংলা",
  id: "Indonesia",
  en: "English",
};

const STORED = "meja.language";
type Loader = (language: Language) => Promise<void>;
const loaders = new Set<Loader>();

let current = $state<Language>("en");

/** The language in use; reading it in a component or a derived value follows it. */
export function language(): Language {
  return current;
}

/** The first of the reader's languages that the page has; English if it has none of them. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    // "in" is what old Android phones call Indonesian.
    const base = tag.toLowerCase().split("-")[0]?.replace(/^in$/, "id");
    const found = LANGUAGES.find((one) => one === base);
    if (found) return found;
  }
  return "en";
}

function stored(): string[] {
  const kept = localStorage.getItem(STORED);
  return kept ? [kept] : [];
}

/** Have `load` called, and waited for, before the page changes to another language. */
export function followLanguage(load: Loader): void {
  loaders.add(load);
}

/** Bring the Bengali font where `text` needs it: a name can be Bengali on any page. */
export async function bringScript(text: string): Promise<void> {
  if (/\p{Script=Bengali}/u.test(text)) await import("../styles/bengali.css");
}

async function change(next: Language): Promise<void> {
  await Promise.all([...loaders].map((load) => load(next)));
  if (next === "bn") await import("../styles/bengali.css");
  current = next;
  document.documentElement.lang = next;
}

/** Start in the reader's stored choice or their browser's language. Call before the first text. */
export function startLanguage(): Promise<void> {
  return change(preferred([...stored(), ...navigator.languages]));
}

/** Change the language and remember it on this device. */
export async function setLanguage(next: Language): Promise<void> {
  await change(next);
  localStorage.setItem(STORED, next);
}
