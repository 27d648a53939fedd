/** What jsdom lacks and Svelte's transitions need. */

Element.prototype.animate ??= () =>
  ({
    cancel: () => undefined,
    finished: Promise.resolve(),
    onfinish: null,
  }) as unknown as Animation;
Element.prototype.getAnimations ??= () => [];
