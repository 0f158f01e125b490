const minuteMs = 60_000;
const pollMs = 5_000;

/**
 * Calls `run` every minute while the page is visible, and when it is shown again after more than a minute.
 * @returns a function that ends the calls
 */
export function everyMinute(run: () => void): () => void {
  let lastMs = performance.now();
  function runWhenDue(): void {
    if (document.visibilityState === 'visible' && performance.now() - lastMs >= minuteMs) {
      lastMs = performance.now();
      run();
    }
  }
  // The timer of a computer that slept is late by up to its interval.
  const timer = setInterval(runWhenDue, pollMs);
  document.addEventListener('visibilitychange', runWhenDue);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', runWhenDue);
  };
}
