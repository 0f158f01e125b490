import { expect, test } from 'vitest';
import type { SubgraphError } from '../data-source.js';
import { translateError } from './subgraph-errors.js';

const internals = { response: {}, http: {}, exception: {}, stacktrace: [] };

test.each<[string, SubgraphError, object]>([
  [
    'retains its code and details',
    { message: 'gone', extensions: { code: 'NOT_FOUND', id: 1 } },
    { message: 'gone', extensions: { code: 'NOT_FOUND', id: 1, serviceName: 'alerts' } },
  ],
  [
    'has a default code',
    { message: 'gone' },
    { message: 'gone', extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', serviceName: 'alerts' } },
  ],
  [
    'has no internal extensions, and no name of another subgraph',
    { message: 'gone', extensions: { ...internals, serviceName: 'other' } },
    { extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', serviceName: 'alerts' } },
  ],
  ['has a default message', { message: '' }, { message: expect.stringContaining('"alerts"') }],
])('an error of a subgraph %s', (_, error, expected) => {
  expect(translateError(error, 'alerts', ['a', 0]).toJSON()).toMatchObject({ path: ['a', 0], ...expected });
  const { extensions } = translateError(error, 'alerts', undefined);
  for (const name of Object.keys(internals)) expect(extensions).not.toHaveProperty(name);
});

test('retains the original error object within one process', () => {
  const original = new Error('broken');
  expect(translateError(original, 'alerts', undefined).originalError).toBe(original);
  expect(translateError({ message: 'broken' }, 'alerts', undefined).originalError).toBeUndefined();
});
