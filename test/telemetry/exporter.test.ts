import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, type TestContext, test } from 'vitest';
import { createLog } from '../../platform/log.js';
import { startTelemetry } from '../../platform/telemetry/index.js';
import { testConfiguration } from '../support/index.js';
import { type Collector, startCollector } from './support/collector.js';

/** Exceeds the size of the queue. */
const many = 20_000;
/** Far below the SDK's default timeout; busy machines add seconds. */
const maxStopMs = 15_000;

/** Traces many spans, stops, and returns the duration and the log. */
async function trace(url: string, spans: number) {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const telemetry = await startTelemetry({
    configuration: testConfiguration({ RAMPART_TELEMETRY_OTLP_ENDPOINT: url }),
    log: createLog({ level: 'info', destination }),
  });
  for (let count = 0; count < spans; count++) telemetry?.beginTrace('much', { attributes: { count } }).end();
  const startedAt = performance.now();
  await telemetry?.stop();
  return { stopMs: performance.now() - startedAt, lines: lines.map((line) => JSON.parse(line)) };
}

async function collectorFor(
  { onTestFinished }: TestContext,
  ...input: Parameters<typeof startCollector>
): Promise<Collector> {
  const collector = await startCollector(...input);
  onTestFinished(() => collector.close());
  return collector;
}

function exportFailure(reason: RegExp): object {
  return expect.objectContaining({
    msg: 'traces could not be exported',
    url: expect.stringMatching(/\/v1\/traces$/),
    reason: expect.stringMatching(reason),
  });
}

describe.concurrent('a collector that', () => {
  test('responds slowly receives the spans that fit into the queue, and the others are dropped', async (context) => {
    const collector = await collectorFor(context, (response) => setTimeout(() => response.end(), 50));
    const { lines } = await trace(collector.url, many);
    expect(lines).toEqual([]);
    expect(collector.spans.length).toBeGreaterThan(500);
    expect(collector.spans.length).toBeLessThanOrEqual(5000);
  });

  test('never responds does not prevent the server from stopping', async (context) => {
    const collector = await collectorFor(context, () => {});
    const { stopMs, lines } = await trace(collector.url, 10);
    expect(stopMs).toBeLessThan(maxStopMs);
    expect(lines).toHaveLength(1);
  });

  test('is down is reported once, and does not prevent the server from stopping', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo; // A TCP server has an AddressInfo.
    closed.close();
    const { stopMs, lines } = await trace(`http://127.0.0.1:${port}`, many);
    expect(stopMs).toBeLessThan(maxStopMs);
    expect(lines).toEqual([exportFailure(/ECONNREFUSED/)]);
  });

  test('rejects spans is reported once, with its status', async (context) => {
    const collector = await collectorFor(context, (response) => response.writeHead(401).end('token=abc'));
    const { lines } = await trace(collector.url, many);
    expect(lines).toEqual([exportFailure(/401|Unauthorized/)]);
    expect(JSON.stringify(lines)).not.toContain('abc');
  });
});

test('without an endpoint, there is no telemetry', async () => {
  const log = createLog({ level: 'silent' });
  expect(await startTelemetry({ configuration: testConfiguration({}), log })).toBeUndefined();
});
