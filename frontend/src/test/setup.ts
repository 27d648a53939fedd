/** What jsdom lacks: Svelte's transitions and the router need it. */

Element.prototype.animate ??= () =>
  ({
    cancel: () => undefined,
    finished: Promise.resolve(),
    onfinish: null,
  }) as unknown as Animation;
Element.prototype.getAnimations ??= () => [];
window.scrollTo = () => undefined;
