import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BodyBudget, limitBodyMemory } from './body-budget.js';

const mebibyte = 1024 * 1024;
const maxBodyBytes = 10 * mebibyte;
const sourceBytes = 60 * mebibyte;

describe('the budget of request bodies', () => {
  test('permits each source six bodies of the maximum size, and all sources four times as much', () => {
    const budget = new BodyBudget({ maxBodyBytes });
    const sources = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    for (const source of sources) {
      expect(budget.add(source, sourceBytes)).toBeUndefined();
      expect(budget.add(source, 1)).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        statusCode: 503,
        details: { retryAfterSeconds: 5 },
        message: `The request bodies in progress from this IPv4 address or IPv6 /64 network exceed ${sourceBytes} bytes in total. Send fewer at the same time, or try again in 5 s.`,
      });
    }
    expect(budget.add('192.0.2.5', 1)?.message).toContain(
      `in progress on this server exceed ${4 * sourceBytes} bytes in total`,
    );
    budget.remove('192.0.2.1', 1);
    expect(budget.add('192.0.2.5', 1)).toBeUndefined();
  });

  test('permits each source at least 16 MiB', () => {
    const budget = new BodyBudget({ maxBodyBytes: 1024 });
    expect(budget.add('192.0.2.1', 16 * mebibyte)).toBeUndefined();
    expect(budget.add('192.0.2.1', 1)).toBeDefined();
  });
});

test('a body that the parser rejects while the budget is exhausted does not end the process', async () => {
  const budget = new BodyBudget({ maxBodyBytes: 1 });
  expect(budget.add('127.0.0.1', 16 * mebibyte)).toBeUndefined();
  const app = fastify({ bodyLimit: 1000 });
  onTestFinished(() => app.close());
  app.decorateRequest('arrival', undefined);
  app.addHook('onRequest', async (request) => {
    request.arrival = { exchange: undefined, lastSweep: 0 };
  });
  limitBodyMemory(app, { budget, requestLimit: { refuseEarly: () => undefined } });
  app.post('/', async () => 'read');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  // An uncaught exception fails the test.
  const response = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) });
  expect(response.status).toBe(413);
});
