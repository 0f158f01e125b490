import { getEventListeners } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anonymous, type Caller, localAdministrator, type OperatorCaller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { StreamRequest } from '../../platform/record-streams.js';
import { watchStream } from './watch-stream.js';

const signal = new AbortController().signal;
const stream: StreamRequest = {
  ...{ caller: localAdministrator, via: 'rest', sourceAddress: '127.0.0.1', requestId: '1', signal },
};
const request = {} as FastifyRequest; // It is only passed to `authenticate`.

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watch(
  authenticate: () => Caller = () => localAdministrator,
  stopping = new AbortController(),
  first: Caller = localAdministrator,
) {
  const ended: string[] = [];
  const checked: unknown[] = [];
  const stop = watchStream({
    services: {
      stopping: stopping.signal,
      authenticator: {
        isActive: () => true,
        async authenticate(...parameters) {
          checked.push(parameters);
          return authenticate();
        },
      },
    },
    ...{ request, stream: { ...stream, caller: first } },
    authorize: ({ caller, ...rest }) => {
      expect(rest).toEqual({ via: 'rest', sourceAddress: '127.0.0.1', requestId: '1', signal });
      if (caller.kind === 'anonymous') throw new DomainError('FORBIDDEN', 'The role has changed');
    },
    onEnd: ({ code, message }) => ended.push(`${code}: ${message}`),
  });
  return { ended, checked, stopping, stop };
}

test('the caller of a stream is checked every 5 s, until the stream ends', async () => {
  const { ended, checked, stopping, stop } = watch();
  await vi.advanceTimersByTimeAsync(4999);
  expect(checked).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(checked).toEqual(Array.from({ length: 3 }, () => [request, { isRecheck: true }]));
  stop();
  expect([vi.getTimerCount(), getEventListeners(stopping.signal, 'abort').length]).toEqual([0, 0]);
  expect(ended).toEqual([]);
});

test.each<[string, () => Caller, string[]]>([
  [
    'whose token is revoked',
    () => {
      throw new DomainError('UNAUTHENTICATED', 'The token is revoked');
    },
    ['UNAUTHENTICATED: The token is revoked'],
  ],
  ['who has lost the permission', () => anonymous, ['FORBIDDEN: The role has changed']],
  [
    'who cannot be checked while the database is not available',
    () => {
      throw new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached');
    },
    [],
  ],
])('the stream of a caller %s ends with the reason, if there is one', async (_name, authenticate, reasons) => {
  const { ended, stop } = watch(authenticate);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).toEqual(reasons);
  stop();
});

const analyst: OperatorCaller = {
  ...{ kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme', tenants: ['acme', 'globex'] },
};

test.each<[string, OperatorCaller, boolean]>([
  ['one of its tenants', { ...analyst, tenants: ['acme'] }, true],
  ['the restriction to tenants', { ...analyst, tenantId: null }, true],
  ['its role', { ...analyst, role: 'viewer' }, true],
  ['the order of its tenants', { ...analyst, tenantId: 'globex', tenants: ['globex', 'acme'] }, false],
  ['the expiration of its session', { ...analyst, expiresAt: 1 }, false],
])('a change of the caller in %s ends the stream if it changes the data: %#', async (_name, caller, ends) => {
  const { ended, stop } = watch(() => caller, undefined, analyst);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).toEqual(ends ? ['FORBIDDEN: Your access has changed. Send the request again.'] : []);
  stop();
});

test.each([true, false])(
  'a stream ends when the server stops, even if it stopped before the stream began: %s',
  (isStopped) => {
    const stopping = new AbortController();
    if (isStopped) stopping.abort();
    const { ended, stop } = watch(undefined, stopping);
    if (!isStopped) stopping.abort();
    expect(ended).toEqual(['SERVICE_UNAVAILABLE: The server is shutting down. Send the request again.']);
    stop();
  },
);
