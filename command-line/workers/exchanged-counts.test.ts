import type { Worker } from 'node:cluster';
import { expect, test } from 'vitest';
import type { LimitChanges } from '../../gateway/index.js';
import { ExchangedCounts } from './exchanged-counts.js';

interface Received {
  readonly worker: Worker;
  readonly changes: LimitChanges[];
}

function createWorker(): Received {
  const changes: LimitChanges[] = [];
  const send = (message: { changes: LimitChanges[] }): boolean => {
    changes.push(...message.changes);
    return true;
  };
  return { worker: { isConnected: () => true, send } as unknown as Worker, changes };
}

function heldChange(change: number): LimitChanges {
  return { limit: 'streams', isHeld: true, changes: [['caller', change]] };
}

test('workers receive the changed counts of other workers, and the streams of a worker are released when it ends', () => {
  const counts = new ExchangedCounts();
  const [one, other] = [createWorker(), createWorker()];
  counts.addWorker(one.worker);
  counts.addWorker(other.worker);
  const changes: LimitChanges = { limit: 'requests', isHeld: false, changes: [['caller', 5]] };
  counts.receive(one.worker, [heldChange(3), changes]);
  counts.receive(one.worker, [heldChange(-1)]);
  expect(one.changes).toEqual([]);
  expect(other.changes.splice(0)).toEqual([heldChange(3), changes, heldChange(-1)]);
  counts.removeWorker(one.worker);
  expect(other.changes).toEqual([heldChange(-2)]);
});

test('a new worker receives the counts of open streams of other workers', () => {
  const counts = new ExchangedCounts();
  const [one, replacement] = [createWorker(), createWorker()];
  counts.addWorker(one.worker);
  counts.receive(one.worker, [heldChange(3)]);
  counts.addWorker(replacement.worker);
  expect(replacement.changes).toEqual([heldChange(3)]);
});
