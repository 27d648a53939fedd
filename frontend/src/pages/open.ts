/** The pages that not everybody needs, fetched with their texts when they are opened. */

import type { Component } from "svelte";
import { gatheringTexts } from "./gathering/texts";
import { lobbyTexts } from "./lobby/texts";

export async function openRoom(): Promise<Component<{ code: string }>> {
  const [page] = await Promise.all([import("./RoomPage.svelte"), lobbyTexts.load()]);
  return page.default;
}

export async function openGathering(): Promise<Component<{ code: string }>> {
  const [page] = await Promise.all([import("./gathering/GatheringPage.svelte"), gatheringTexts.load()]);
  return page.default;
}

export async function openRooms(): Promise<Component> {
  return (await import("./RoomsPage.svelte")).default;
}

export async function openRules(): Promise<Component<{ game: string | null }>> {
  return (await import("./rules/RulesPage.svelte")).default;
}
