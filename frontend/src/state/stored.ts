/** What this browser keeps as JSON. Where it keeps nothing (full, forbidden), this page's memory does. */

const memory = new Map<string, string>();

/** What is kept under `key`, or null. What is there may have been written by anything: check it. */
export function stored(key: string): unknown {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // It never was kept there.
  }
}

/** The keys that begin with `prefix`. */
export function storedKeys(prefix: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Only the memory's.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}
