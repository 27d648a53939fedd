/** Single-letter keys of a table. */

/** Whether a pressed key is meant for the table: no modifier, not typed into a field or a dialog. */
export function forTheTable(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest("input, textarea, select, [contenteditable], dialog, [role=dialog]");
}
