import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { PlanningStopped, PlanningThread } from './planning-thread.js';
import type { PlanRequest } from './planning-worker.js';

/** A fake thread that responds on demand, and has used this much CPU time. */
class FakeWorker extends EventEmitter {
  readonly requests: PlanRequest[] = [];
  microseconds = 0;
  postMessage(request: PlanRequest): void {
    this.requests.push(request);
  }
  async cpuUsage() {
    const user = this.microseconds;
    this.microseconds += 1_000_000;
    return { user, system: 0 };
  }
  async terminate(): Promise<number> {
    return 1;
  }
  ref(): void {}
  unref(): void {}
}

function threadWithWorkers() {
  const workers: FakeWorker[] = [];
  const thread = new PlanningThread(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker; // It has the members that the thread uses.
  });
  const plan = (document: string) => thread.plan({ graph: 1, supergraphSdl: '', document, overrides: [] });
  return { workers, plan };
}

test('ignores a plan that a terminated thread sends while the next operation is planned', async () => {
  const { workers, plan } = threadWithWorkers();
  const [first, second] = [plan('{ slow }'), plan('{ next }')];
  workers[0]?.emit('message', { kind: 'begun' });
  await expect(first).rejects.toThrow(PlanningStopped);
  expect(workers.map(({ requests }) => requests.map(({ document }) => document))).toEqual([['{ slow }'], ['{ next }']]);
  workers[0]?.emit('message', { kind: 'planned', plan: 'of { slow }' });
  workers[1]?.emit('message', { kind: 'planned', plan: 'of { next }' });
  expect(await second).toBe('of { next }');
});

test('does not validate the supergraph again in a thread that replaces another one', async () => {
  const { workers, plan } = threadWithWorkers();
  const [first, second] = [plan('{ slow }'), plan('{ next }')];
  workers[0]?.emit('message', { kind: 'begun' });
  await expect(first).rejects.toThrow(PlanningStopped);
  expect(workers.flatMap(({ requests }) => requests.map(({ isValidated }) => isValidated))).toEqual([false, true]);
  workers[1]?.emit('message', { kind: 'planned', plan: 'of { next }' });
  await second;
});

test('replaces a failed thread when the next operation is planned', async () => {
  const { workers, plan } = threadWithWorkers();
  const first = plan('{ large }');
  workers[0]?.emit('error', new Error('out of memory'));
  await expect(first).rejects.toThrow(PlanningStopped);
  expect(workers).toHaveLength(1);
  const second = plan('{ next }');
  workers[1]?.emit('message', { kind: 'planned', plan: 'of { next }' });
  expect(await second).toBe('of { next }');
});
