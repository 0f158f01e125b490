import { afterEach, expect, test, vi } from 'vitest';
import { silentLog as log } from '../log.js';
import { OpenTelemetry } from './open-telemetry.js';

const configuration = {
  telemetry: {
    otlpEndpoint: 'http://127.0.0.1:9',
    otlpHeaders: [],
    sampleRatio: 0.01,
    serviceName: 'test',
    resourceAttributes: [],
  },
};
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const describe = () => ({ name: 'GET /alerts' });

afterEach(() => void vi.restoreAllMocks());

test.each<[string, { traceparent?: string }, number, boolean]>([
  ['begins a trace below the ratio is sampled', {}, 0.0099, true],
  ['begins a trace at the ratio is not sampled', {}, 0.01, false],
  ['has an invalid parent is sampled like one that begins a trace', { traceparent: 'nonsense' }, 0.01, false],
  ['has a sampled parent is sampled', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }, 0.99, true],
  ['has an unsampled parent is not sampled', { traceparent: `00-${traceId}-00f067aa0ba902b7-00` }, 0, false],
])('a request that %s', (_, headers, random, isSampled) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const span = new OpenTelemetry({ configuration, log }).beginRequest(headers, describe);
  expect(span.isSampled).toBe(isSampled);
  if (headers.traceparent?.startsWith('00-')) expect(span.traceId).toBe(traceId);
  expect(span.headers().traceparent).toBe(`00-${span.traceId}-${span.spanId}-0${isSampled ? 1 : 0}`);
});

test('an unsampled trace has its own ids, which do not change', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const telemetry = new OpenTelemetry({ configuration, log });
  const [one, other] = [telemetry.beginTrace('process'), telemetry.beginTrace('process')];
  expect(one.headers().traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(one.child('below').headers()).toEqual(one.headers());
  expect(other.traceId).not.toBe(one.traceId);
});
