import { expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import type { EventPage, LoggedEvent, Position } from '../../platform/events/index.js';
import type { EntityRequest, SubscriptionOperation } from './entity-results.js';
import { type PayloadRequest, SharedPayloads } from './shared-payloads.js';

const start: Position = { generation: 'g', next: 5, running: [], within: null };

function event(transaction: number, ids: string[], tenantId: string | null = null): LoggedEvent {
  return { type: 'pets', tenantId, at: 0, data: JSON.stringify({ ids }), id: { transaction, event: 1 } };
}

function pageOf(...events: LoggedEvent[]): EventPage {
  const snapshot = { next: 10, running: [] };
  return { from: start, snapshot, events, isFull: false, position: { generation: 'g', ...snapshot, within: null } };
}

const eventType = {
  name: 'pets',
  admit: () => ({ tenants: null }),
  subscription: { field: '', entities: '', idsOf: ({ ids }: Readonly<Record<string, unknown>>) => ids as string[] },
};
const operation = { subscription: { eventType } } as unknown as SubscriptionOperation; // The only member that is read.

function requestOf(caller: Caller, variables: Record<string, unknown> = {}, input: Partial<PayloadRequest> = {}) {
  const request = {
    operation,
    variables,
    caller,
    sourceAddress: '',
    requestId: '',
    from: start,
    mayReceive: () => true,
  };
  return { ...request, ...input };
}

function operator(name: string, tenantId: string | null, credentialId = name): Caller {
  return { kind: 'operator', name, role: 'analyst', tenantId, credentialId };
}

/** Reads entities, and records the ids of each read. */
function recorder(read: (ids: readonly string[]) => Promise<void> = async () => {}) {
  const reads: (readonly string[])[] = [];
  const payloads = new SharedPayloads({
    async read(_request: EntityRequest, ids: readonly string[]) {
      reads.push(ids);
      await read(ids);
      return new Map(ids.filter((id) => id !== 'hidden').map((id) => [id, { data: { pet: { id } } }]));
    },
  });
  return { payloads, reads };
}

test('events of a page are read once for callers with the same permissions, operation and variables', async () => {
  const { payloads, reads } = recorder();
  const page = pageOf(event(5, ['a', 'b']), event(6, ['a']));
  const [first, second] = await Promise.all([
    payloads.of(page, requestOf(operator('ana', 'acme', 'token 1'))),
    payloads.of(page, requestOf(operator('ana', 'acme', 'token 2'))),
  ]);
  expect(first).toBe(second);
  expect(first?.frames).toBe(second?.frames);
  expect(reads).toEqual([['a', 'b']]);
  for (const other of [
    requestOf(operator('ana', 'globex')),
    requestOf(operator('bob', 'acme')),
    requestOf(operator('ana', 'acme'), { kind: 'cat' }),
    requestOf({ kind: 'anonymous' }),
    requestOf(operator('ana', 'acme'), {}, { operation: { ...operation } }),
  ]) {
    await payloads.of(page, other);
  }
  expect(reads).toHaveLength(6);
});

test('each event is sent, and a client can resume after an event only from its last response', async () => {
  const { payloads } = recorder();
  const { responses } = await payloads.of(
    pageOf(event(5, ['a', 'hidden', 'b']), event(6, ['a'])),
    requestOf(operator('a', null)),
  );
  expect(responses.map(({ data, extensions }) => [data?.pet, extensions?.position])).toEqual([
    [{ id: 'a' }, 'g-5'],
    [{ id: 'b' }, 'g-5-5_1'],
    [{ id: 'a' }, 'g-6-6_1'],
  ]);
});

test('omits events that the client has received and events that the caller may not read', async () => {
  const { payloads, reads } = recorder();
  const page = pageOf(event(5, ['a'], 'acme'), event(6, ['b'], 'globex'), event(7, ['c'], 'acme'));
  const from = { ...start, next: 6 };
  const mayReceive = ({ tenantId }: LoggedEvent): boolean => tenantId === 'acme';
  const { responses } = await payloads.of(page, requestOf(operator('a', 'acme'), {}, { from, mayReceive }));
  expect(responses.map(({ data }) => data?.pet)).toEqual([{ id: 'c' }]);
  expect(reads).toEqual([['a', 'c']]);
});

test('repeats a failed read for the next request', async () => {
  let isUnavailable = true;
  const { payloads, reads } = recorder(async () => {
    if (isUnavailable) throw new Error('unavailable');
  });
  const page = pageOf(event(5, ['a']));
  await expect(payloads.of(page, requestOf(operator('a', null)))).rejects.toThrow('unavailable');
  isUnavailable = false;
  const { responses } = await payloads.of(page, requestOf(operator('a', null)));
  expect(responses).toHaveLength(1);
  expect(reads).toHaveLength(2);
});

test('a read is aborted when the last subscription that shares it ends, and then repeated for others', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const payloads = new SharedPayloads({
    async read({ signal }: EntityRequest) {
      signals.push(signal);
      if (signals.length > 1) return new Map();
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return new Map();
    },
  });
  const page = pageOf(event(5, ['a']));
  const ends = [new AbortController(), new AbortController()];
  const reading = ends.map(({ signal }) => payloads.of(page, requestOf(operator('ana', 'acme'), {}, { signal })));
  const failures = Promise.all(reading.map((each) => expect(each).rejects.toThrow('ended')));
  ends[0]?.abort(new Error('ended'));
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  ends[1]?.abort(new Error('ended'));
  const next = payloads.of(page, requestOf(operator('ana', 'acme')));
  await failures;
  expect((await next).responses).toEqual([]);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});
