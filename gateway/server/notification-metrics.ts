import { Gauge, type Metric } from 'prom-client';

/** Numbers of messages to operators, of all processes. */
export interface NotificationTotals {
  readonly pending: number;
  readonly dead: number;
  readonly delivered: number;
  /** Number of attempts. */
  readonly failed: number;
  readonly oldestPendingSeconds: number;
}

/** Metrics of notifications, from one read of the database for each response. Every process reports the same. */
export function notificationMetrics(read: () => Promise<NotificationTotals>): Metric[] {
  let reading: Promise<NotificationTotals | undefined> | undefined;

  /** Undefined while the database is unavailable, which other metrics report. */
  function totals(): Promise<NotificationTotals | undefined> {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  const messages = new Gauge({
    name: 'rampart_notifications',
    help: 'Messages of notification rules, by state: pending, delivered, dead; failed: failed attempts.',
    labelNames: ['state'],
    aggregator: 'max',
    registers: [],
    async collect() {
      const found = await totals();
      this.reset();
      if (found === undefined) return;
      const { oldestPendingSeconds: _, ...states } = found;
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    },
  });
  const oldest = new Gauge({
    name: 'rampart_notifications_oldest_pending_seconds',
    help: 'Age of the oldest pending message, in seconds; 0: none.',
    aggregator: 'max',
    registers: [],
    async collect() {
      this.set((await totals())?.oldestPendingSeconds ?? Number.NaN);
    },
  });
  return [messages, oldest];
}
