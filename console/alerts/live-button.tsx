import { Button } from '../shared/button.js';
import type { LiveAlerts } from './use-live-alerts.js';

const labels: Readonly<Record<LiveAlerts['state'], string>> = {
  live: 'Live',
  connecting: 'Connecting…',
  paused: 'Paused',
  rejected: 'Not permitted',
};

const titles: Readonly<Record<LiveAlerts['state'], string>> = {
  live: 'Pause live updates',
  connecting: 'Pause live updates',
  paused: 'Resume live updates',
  rejected: 'Live updates are not available: sign in as a user who can read alerts',
};

/** The state of live updates. A click pauses or resumes them. */
export function LiveButton({ live: { state, toggle } }: { readonly live: LiveAlerts }) {
  return (
    <Button
      size="small"
      className="live"
      data-state={state}
      aria-pressed={state !== 'paused'}
      title={titles[state]}
      onClick={toggle}
    >
      <span className="live-dot" aria-hidden="true" />
      {labels[state]}
    </Button>
  );
}
