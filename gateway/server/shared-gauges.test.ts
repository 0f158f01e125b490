import { type Metric, Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedGauges } from './shared-gauges.js';

function gaugesOf(read: () => Promise<number>): Metric[] {
  const help = 'A number in the database.';
  return sharedGauges(read, [
    { name: 'rampart_number', help, value: (number) => number },
    { name: 'rampart_numbers', help, value: ['state', (number) => [['open', number]]] },
  ]);
}

/** Returns a function that reads the series of the metrics. */
function seriesOf(metrics: readonly Metric[]): () => Promise<string[]> {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  return async () => (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('gauges of the database have no series while it is unavailable', async () => {
  let isAvailable = true;
  const read = seriesOf(gaugesOf(async () => (isAvailable ? 3 : Promise.reject(new Error('unavailable')))));
  const series = ['rampart_number 3', 'rampart_numbers{state="open"} 3'];
  expect(await read()).toEqual(series);
  isAvailable = false;
  expect(await read()).toEqual([]);
  isAvailable = true;
  expect(await read()).toEqual(series);
});

test('gauges of the database have no series if it does not respond in time, and do not read it again until it responds', async () => {
  const response = Promise.withResolvers<number>();
  let count = 0;
  const read = seriesOf(
    gaugesOf(() => {
      count++;
      return response.promise;
    }),
  );
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const series = read();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await series).toEqual([]);
  const later = read();
  response.resolve(3);
  expect([await later, count]).toEqual([['rampart_number 3', 'rampart_numbers{state="open"} 3'], 1]);
});
