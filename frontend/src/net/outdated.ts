/** A server newer than this page: the page fetches itself anew, once. */

const RELOADED = "meja.reloaded_for";

/**
 * Reload for the server's message format `format`; false: that was done already and did not
 * help (or this browser cannot remember it, and would reload for ever).
 */
export function reloadFor(format: number, reload: () => void): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === String(format)) return false;
    sessionStorage.setItem(RELOADED, String(format));
  } catch {
    return false;
  }
  reload();
  return true;
}
