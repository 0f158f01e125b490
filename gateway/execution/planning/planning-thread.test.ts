import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PlanningOverloaded, PlanningStopped, PlanningThread } from './planning-thread.js';
import type { PlanRequest } from './planning-worker.js';

/** A fake thread: tests emit its responses. Its CPU time (`microseconds`) grows by a second at each reading. */
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
    return worker as unknown as Worker; // Has the members of a worker that the thread uses.
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

test('limits the elapsed time in versions of Node.js that do not measure the CPU time of threads', async () => {
  const { workers, plan } = threadWithWorkers();
  const planned = plan('{ slow }');
  Object.assign(workers[0] ?? {}, { cpuUsage: undefined });
  workers[0]?.emit('message', { kind: 'begun' });
  await expect(planned).rejects.toThrow(PlanningStopped);
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

/** The promise, or `undefined` if it is not settled yet. */
function settled(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, Promise.resolve()]);
}

test('replaces a thread that does not respond within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { workers, plan } = threadWithWorkers();
  const [first, second] = [plan('{ lost }'), plan('{ next }')];
  vi.advanceTimersByTime(29_999);
  expect(await settled(first)).toBeUndefined();
  vi.advanceTimersByTime(1);
  await expect(settled(first)).rejects.toThrow(PlanningOverloaded);
  workers[1]?.emit('message', { kind: 'planned', plan: 'of { next }' });
  expect(await second).toBe('of { next }');
});

test('reports an overloaded server, and not an expensive operation, after 10 seconds with little CPU time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { workers, plan } = threadWithWorkers();
  const planned = plan('{ waiting }');
  workers[0]?.emit('message', { kind: 'begun' });
  vi.advanceTimersByTime(9_999);
  expect(await settled(planned)).toBeUndefined();
  vi.advanceTimersByTime(1);
  await expect(settled(planned)).rejects.toThrow(PlanningOverloaded);
});

test('rejects operations while 100 others wait', async () => {
  const { workers, plan } = threadWithWorkers();
  const accepted = Array.from({ length: 101 }, (_, index) => plan(`{ ${index} }`));
  await expect(settled(plan('{ rejected }'))).rejects.toThrow(PlanningOverloaded);
  for (const [index, planned] of accepted.entries()) {
    workers[0]?.emit('message', { kind: 'planned', plan: index });
    expect(await planned).toBe(index);
  }
});
