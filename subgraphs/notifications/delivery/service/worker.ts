import { setTimeout as delay } from 'node:timers/promises';
import { dayMs } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { NotificationDependencies } from '../../dependencies.js';
import { sweepDeliveries } from '../repository/sending.js';
import { routeEvents } from './route.js';
import { sendNext } from './send.js';

const pollIntervalMs = 1000;
/** Maximum number of rules for which a process sends messages at the same time. */
const maxSenders = 8;
/**
 * Maximum time in milliseconds for which a stopping process waits for responses. Messages without a response are sent
 * again later.
 */
const stopTimeoutMs = 3000;

/**
 * Routes events and sends messages until it is stopped. Any number of processes may run it at the same time, because
 * each event and each rule is handled by one process at a time.
 * @returns a function that stops routing and sending
 */
export function startSending(dependencies: NotificationDependencies): () => Promise<void> {
  const { targets } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const helpers = new Set<Promise<void>>();

  /**
   * Starts another sender, up to the maximum, when a sender has found a delivery, so a slow target does not delay other
   * rules.
   */
  function addSender(): void {
    if (helpers.size >= maxSenders - 1 || signal.aborted) return;
    const helper = sendAll().catch(() => undefined); // The polling sender finds and reports the same failure.
    helpers.add(helper);
    void helper.then(() => helpers.delete(helper));
  }
  async function sendAll(): Promise<void> {
    while (!signal.aborted && (await sendNext(dependencies, addSender)));
  }

  const polling = [
    poll(dependencies, signal, async () => {
      while (!signal.aborted && (await routeEvents(dependencies)));
    }),
    poll(dependencies, signal, sendAll),
  ];
  return async () => {
    stopping.abort();
    const ended = Promise.all([...polling, ...helpers]);
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })]);
    await targets.close();
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })]);
  };
}

async function poll({ log }: NotificationDependencies, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !signal.aborted) log.warn({ err: error }, 'sending notifications failed; retrying');
      hasFailed = true;
    }
    await delay(pollIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** The hourly job that deletes deliveries that are past retention, and expired secrets, in steps of bounded size. */
export function sweepDeliveriesJob({ database, clock, settings }: NotificationDependencies): JobDefinition {
  return {
    name: 'notifications.sweep-deliveries',
    cron: '17 * * * *',
    async run(_, signal) {
      const now = clock.now();
      let deleted = 0;
      do {
        ({ deleted } = await database.guard((sql) =>
          sweepDeliveries(sql, { before: now - settings.retentionDays * dayMs, now }),
        ));
      } while (deleted > 0 && !signal?.aborted);
    },
  };
}
