import { describe, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.js';

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
