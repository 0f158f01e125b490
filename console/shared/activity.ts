/**
 * Events that only a person causes. A screen reader can cause only `click`, dictation only `input`, and the buttons of
 * the browser only `popstate`.
 */
const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'click', 'input', 'popstate'] as const;

/** Whether the person has done something since the last request that counts as use. Opening the page counts. */
let isActive = true;

/** Observes whether a person uses the page. */
export function followActivity(): void {
  for (const type of inputEvents) {
    addEventListener(type, () => (isActive = true), { capture: true, passive: true });
  }
}

/**
 * The headers of a request. If the page sends it on its own, it does not extend the session: a page that refreshes
 * itself would otherwise keep the session of a person who has left open.
 */
export function activityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = isActive ? {} : { 'x-rampart-background': '1' };
  isActive = false;
  return headers;
}
