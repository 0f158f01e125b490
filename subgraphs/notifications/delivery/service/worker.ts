import { setTimeout as delay } from 'node:timers/promises';
import { dayMs } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { NotificationDependencies } from '../../dependencies.js';
import { sweepDeliveries } from '../repository/sending.js';
import { routeEvents } from './route.js';
import { sendNext } from './send.js';
import { maxSenders } from './targets.js';

const pollIntervalMs = 1000;
/**
 * Maximum time in milliseconds for which a stopping process waits for responses. Messages without a response are sent
 * again later, and their attempts are not counted.
 */
const stopTimeoutMs = 3000;
const failureMessage = 'sending notifications failed; retrying';

/**
 * Routes events and sends messages until it is stopped. Any number of processes may run it at the same time, because
 * each event and each rule is handled by one process at a time.
 * @returns a function that stops routing and sending
 */
export function startSending(dependencies: NotificationDependencies): () => Promise<void> {
  const { targets, mails } = dependencies;
  const [stopping, closing] = [new AbortController(), new AbortController()];
  const { signal } = stopping;
  const senders = createSenders(
    { ...dependencies, mails: { send: (mail) => mails.send(mail, closing.signal) } },
    { signal, closing: closing.signal },
  );
  const polling = [
    poll(dependencies, signal, async () => {
      while (!signal.aborted && (await routeEvents(dependencies)));
    }),
    poll(dependencies, signal, senders.start),
  ];
  return async () => {
    stopping.abort();
    const ended = Promise.allSettled([...polling, ...senders.running]);
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })]);
    closing.abort();
    await targets.close();
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })]);
  };
}

/** Creates a set of senders, each of which sends messages until none is due or `signal` is aborted. */
function createSenders(
  dependencies: NotificationDependencies,
  { signal, closing }: { signal: AbortSignal; closing: AbortSignal },
) {
  const running = new Set<Promise<void>>();
  async function sendAll(onFound: () => void): Promise<void> {
    while (!signal.aborted && (await sendNext(dependencies, { onFound, closing })));
  }
  /**
   * Starts a sender, up to the maximum. Returns when it has found a delivery or there is none, so the next poll starts
   * another sender while this one waits for a slow target. A sender that finds a delivery starts the next one.
   */
  async function start(): Promise<void> {
    if (running.size >= maxSenders || signal.aborted) return;
    let hasFound = false;
    const { promise: found, resolve } = Promise.withResolvers<void>();
    const sender = sendAll(() => {
      hasFound = true;
      resolve();
      void start().catch(() => undefined); // The next poll finds and reports the same failure.
    });
    running.add(sender);
    const ended = sender.finally(() => running.delete(sender));
    ended.catch((error: unknown) => {
      if (hasFound && !signal.aborted) dependencies.log.warn({ err: error }, failureMessage);
    });
    await Promise.race([found, ended]);
  }
  return { running, start };
}

async function poll({ log }: NotificationDependencies, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !signal.aborted) log.warn({ err: error }, failureMessage);
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
    deletesHistory: true,
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
