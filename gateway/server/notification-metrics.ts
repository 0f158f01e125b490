import type { Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

/** Numbers of notification messages by state, over all processes. */
export interface NotificationTotals {
  readonly pending: number;
  readonly dead: number;
  readonly delivered: number;
  /** Number of failed delivery attempts, not of messages. */
  readonly failed: number;
  readonly oldestPendingSeconds: number;
}

/** Gauges of notification messages by state, and of the age of the oldest pending message. */
export function notificationMetrics(read: () => Promise<NotificationTotals>): Metric[] {
  return sharedGauges(read, [
    {
      name: 'rampart_notifications',
      help: 'Number of messages of notification rules, by state: pending, delivered, dead; the state failed counts failed delivery attempts instead of messages.',
      value: ['state', ({ oldestPendingSeconds: _, ...states }) => Object.entries(states)],
    },
    {
      name: 'rampart_notifications_oldest_pending_seconds',
      help: 'Age of the oldest pending message of enabled rules, in seconds; 0 if none is pending.',
      value: ({ oldestPendingSeconds }) => oldestPendingSeconds,
    },
  ]);
}
