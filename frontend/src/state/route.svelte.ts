/** Which page the address names, and moving between pages without loading anew. */

import { tidyCode } from "./code";

export type Route =
  | { page: "home" }
  | { page: "room"; code: string }
  | { page: "gathering"; code: string }
  /** The public rooms. */
  | { page: "rooms" }
  /** The rules of one game, or of all where `game` is null. */
  | { page: "rules"; game: string | null }
  | { page: "not_found" };

/**
 * What a room was opened for: a match at once, a seat in the lobby, or a seat whatever goes on
 * there. Kept with the history entry.
 */
export type Intent = "start" | "invite" | "sit" | null;

/** The page that `path` names. */
export function routeOf(path: string): Route {
  if (path === "/") return { page: "home" };
  if (/^\/rooms\/?$/.test(path)) return { page: "rooms" };
  const rules = /^\/rules(?:\/([a-z0-9_]+))?\/?$/.exec(path);
  if (rules) return { page: "rules", game: rules[1] ?? null };
  const [, kind, written] = /^\/([rg])\/([^/]+)\/?$/.exec(path) ?? [];
  const code = written === undefined ? null : tidyCode(decodeSafely(written));
  if (!code) return { page: "not_found" };
  return { page: kind === "g" ? "gathering" : "room", code };
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

let current = $state.raw<Route>(routeOf(location.pathname));
window.addEventListener("popstate", () => (current = routeOf(location.pathname)));

export function route(): Route {
  return current;
}

/** Go to `path` of this page. */
export function goTo(path: string, intent: Intent = null): void {
  history.pushState({ intent }, "", path);
  current = routeOf(path);
  scrollTo(0, 0);
}

/** What this page was opened for; asked once, so that a reload does not do it again. */
export function takeIntent(): Intent {
  const { intent = null } = (history.state ?? {}) as { intent?: Intent };
  if (intent) history.replaceState(null, "");
  return intent;
}

/** A click on a link to a page of ours, taken over (put it on the outermost element). */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (routeOf(link.pathname).page === "not_found") return;
  // A place on this page: the browser goes there by itself.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  goTo(link.pathname);
}
