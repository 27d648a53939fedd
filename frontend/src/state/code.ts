/** Room codes as people write them. */

/** The code in `written` (a code with any case, spaces or dashes, or a link); null: none. */
export function tidyCode(written: string): string | null {
  const last = written.trim().replace(/\/+$/, "").split("/").pop() ?? "";
  const code = last.replace(/[\s‐-―_-]/g, "").toUpperCase();
  return /^[0-9A-Z]{4,12}$/.test(code) ? code : null;
}

/** A code in groups of three, easier to read out. */
export function spacedCode(code: string): string {
  return code.replace(/(.{3})(?=.)/g, "$1 ");
}
