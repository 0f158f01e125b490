import type { LimitChanges, SharedCounts } from '../../gateway/index.js';
import type { Logger } from '../../platform/log.js';
import { setV8Flags } from '../../platform/v8-flags.js';
import type { RunningProcess, WorkerRole } from '../running.js';
import type { ProcessMetrics, SupervisorMessage, WorkerMessage } from './messages.js';

/** Interval between exchanges of counts. Until the next exchange, the workers together can exceed a limit. */
const shareIntervalMs = 50;

/**
 * Runs this process as a worker: one of several processes that share the port, controlled by the supervisor. Returns
 * when the worker has stopped.
 */
export async function runWorker(log: Logger, start: (role: WorkerRole) => Promise<RunningProcess>): Promise<void> {
  // Terminals and service managers send signals to all processes; the supervisor decides.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'unhandled promise rejection; the worker continues'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; the worker stops');
    process.exit(1);
  });
  const ending = Promise.withResolvers<'retire' | 'stop'>();
  const startMessage = Promise.withResolvers<{ runsJobs: boolean }>();
  const counts = createCountExchange();
  const metrics = createMetricsExchange();
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'start') startMessage.resolve(message);
    else if (message.type === 'collect') void metrics.send(message.id);
    else if (message.type === 'counted') counts.receive(message.changes);
    else if (message.type === 'metrics') metrics.receive(message);
    else ending.resolve(message.type);
  });

  void send({ type: 'waiting' });
  const { runsJobs } = await startMessage.promise;
  const role: WorkerRole = { runsJobs, shareCounts: counts.start, publishMetrics: metrics.publish };
  const running = await start(role).catch((error: unknown) => {
    // The channel would keep the process alive. If it were disconnected, the exit code would be 0.
    process.channel?.unref();
    throw error;
  });
  setV8Flags();
  void send({ type: 'ready', addresses: running.addresses, listening: running.listening });
  try {
    if ((await ending.promise) === 'retire') await running.retire?.();
  } finally {
    await running.close();
    // Disconnecting discards messages that have not been written.
    await metrics.send();
  }
  process.disconnect();
}

/** Sends the metrics of this process to the supervisor, and requests those of all workers as one string. */
function createMetricsExchange() {
  const waitingRequests = new Map<number, (text: string) => void>();
  let requests = 0;
  let read: (() => Promise<ProcessMetrics>) | undefined;
  return {
    /** @param id id of the supervisor's request; absent for the last metrics of a process that stops */
    async send(id?: number): Promise<void> {
      if (read !== undefined) await send({ type: 'collected', ...(id !== undefined && { id }), metrics: await read() });
    },
    receive({ id, text }: { readonly id: number; readonly text: string }): void {
      waitingRequests.get(id)?.(text);
      waitingRequests.delete(id);
    },
    publish(values: () => Promise<ProcessMetrics>): () => Promise<string> {
      read = values;
      return () =>
        new Promise((resolve) => {
          waitingRequests.set(++requests, resolve);
          void send({ type: 'metrics', id: requests });
        });
    },
  };
}

/**
 * Exchanges counts for limits with the other workers. Changes that arrive before `start` are added when it is called.
 */
function createCountExchange() {
  const early: LimitChanges[] = [];
  let shared: SharedCounts | undefined;
  return {
    receive(changes: readonly LimitChanges[]): void {
      if (shared === undefined) early.push(...changes);
      else shared.addChanges(changes);
    },
    start(counts: SharedCounts): void {
      shared = counts;
      counts.addChanges(early.splice(0));
      setInterval(() => {
        const changes = counts.takeChanges();
        if (changes.length > 0) void send({ type: 'counted', changes });
      }, shareIntervalMs).unref();
    },
  };
}

/** Sends a message to the supervisor, and resolves when it has been written. */
async function send(message: WorkerMessage): Promise<void> {
  await new Promise((written) => process.send?.(message, undefined, undefined, written));
}
