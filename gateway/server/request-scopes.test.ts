import { expect, test } from 'vitest';
import { oldGenerationGrowth } from '../../test/support/old-generation.js';
import { createRequestScopes } from './request-scopes.js';

test('a collection of the young generation frees requests that have ended', () => {
  const scopes = createRequestScopes({ timeoutSeconds: 10 });
  const begin = () => {
    const message = { socket: { destroyed: false }, body: new Array<number>(500).fill(0.5) };
    const scope = scopes.begin({ via: 'rest', requestId: '1', sourceAddress: '127.0.0.1', message });
    return () => scope.end();
  };
  // The bodies have 8 MB in total.
  expect(oldGenerationGrowth({ begin, concurrent: 16, total: 2_000 })).toBeLessThan(1_000_000);
  expect(scopes.active).toBe(0);
  scopes.close();
});

test('requests end in any order, and only once', () => {
  const scopes = createRequestScopes({ timeoutSeconds: 10 });
  const begin = () =>
    scopes.begin({
      via: 'rest',
      requestId: '1',
      sourceAddress: '127.0.0.1',
      message: { socket: { destroyed: false } },
    });
  const [first, second, third] = [begin(), begin(), begin()];
  first.end();
  first.end();
  expect(scopes.active).toBe(2);
  third.end();
  third.end();
  expect(scopes.active).toBe(1);
  const fourth = begin();
  first.end();
  third.end();
  expect(scopes.active).toBe(2);
  second.end();
  fourth.end();
  expect(scopes.active).toBe(0);
  scopes.close();
});
