import type { LiveAlerts } from './use-live-alerts.js';

const words: Readonly<Record<LiveAlerts['state'], string>> = {
  live: 'Live',
  connecting: 'Connecting …',
  paused: 'Paused',
  refused: 'Not live',
};

/** Whether the list follows what happens; pressing it pauses that. */
export function LiveButton({ live: { state, toggle } }: { readonly live: LiveAlerts }) {
  return (
    <button
      type="button"
      className="button button-small live"
      data-state={state}
      aria-pressed={state !== 'paused'}
      title={state === 'paused' ? 'Go on with live updates' : 'Pause live updates'}
      onClick={toggle}
    >
      <span className="live-dot" aria-hidden="true" />
      {words[state]}
    </button>
  );
}
