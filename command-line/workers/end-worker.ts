import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '../../platform/log.js';
import { sendTo } from './messages.js';

interface EndOptions {
  readonly type: 'stop' | 'retire';
  /** Maximum time in milliseconds in which the worker must end. */
  readonly maxMs: number;
  readonly log: Logger;
}

/** Requests a worker to end, and waits for it. A worker that hangs is killed after the maximum time. */
export async function endWorker(worker: Worker, { type, maxMs, log }: EndOptions): Promise<void> {
  if (worker.isDead()) return;
  const kill = (): void => {
    log.error({ pid: worker.process.pid, seconds: maxMs / 1000 }, 'a worker did not end in time, and is killed');
    worker.process.kill('SIGKILL');
  };
  const exit = once(worker, 'exit');
  const timer = setTimeout(kill, maxMs);
  sendTo(worker, { type });
  await exit;
  clearTimeout(timer);
}
