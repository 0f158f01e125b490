import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { AggregatedMetrics } from './aggregated-metrics.js';
import type { ProcessMetrics, SupervisorMessage } from './messages.js';

/** Adds a worker that has processed this number of requests, and has as many open connections. */
async function addWorker(metrics: AggregatedMetrics, count: number): Promise<Worker> {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: 'Requests.', registers }).inc(count);
  new Gauge({ name: 'connections', help: 'Connections.', registers }).set(count);
  const values: ProcessMetrics = (await registers[0]?.getMetricsAsJSON()) ?? [];
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => true,
    send: (message: SupervisorMessage) =>
      message.type === 'collect' && metrics.receive(other, { id: message.id, metrics: values }),
  });
  const other = worker as unknown as Worker;
  metrics.addWorker(other);
  return other;
}

const readValues = (text: string): string[] => text.split('\n').filter((line) => /^\w+ \d+$/.test(line));

test('counts include those of workers that are ending and that have ended, and gauges do not', async () => {
  const metrics = new AggregatedMetrics();
  await addWorker(metrics, 1);
  const leaving = new Set([await addWorker(metrics, 10), await addWorker(metrics, 100)]);
  const read = async () => readValues(await metrics.format((worker) => leaving.has(worker)));
  const expected = ['requests_total 111', 'connections 1'];
  expect(await read()).toEqual(expected);
  for (const worker of leaving) worker.emit('disconnect');
  expect(await read()).toEqual(expected);
  expect(await read()).toEqual(expected);
});
