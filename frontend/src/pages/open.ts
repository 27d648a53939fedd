/** The pages that not everybody needs, fetched with their texts when they are opened. */

import type { Component } from "svelte";

export async function openRoom(): Promise<Component<{ code: string }>> {
  const [page, { loadRoomTexts }] = await Promise.all([import("./RoomPage.svelte"), import("./lobby/texts")]);
  await loadRoomTexts();
  return page.default;
}

export async function openGathering(): Promise<Component<{ code: string }>> {
  const [page, { gatheringTexts }] = await Promise.all([
    import("./gathering/GatheringPage.svelte"),
    import("./gathering/texts"),
  ]);
  await gatheringTexts.load();
  return page.default;
}

export async function openRooms(): Promise<Component> {
  return (await import("./RoomsPage.svelte")).default;
}

export async function openRules(): Promise<Component<{ game: string | null }>> {
  return (await import("./rules/RulesPage.svelte")).default;
}
