import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AlertChangesDocument } from '../generated/operations.js';
import { followSubscription, type SubscriptionState } from './subscription.js';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows a server that responds to each request with a stream to write to, or never responds. */
function follow({ responses = true, heartbeat }: { responses?: boolean; heartbeat?: string } = {}) {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const fetchMock = vi.fn((_path: string, { signal }: { signal: AbortSignal; headers: Record<string, string> }) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    if (!responses) return aborted;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        streams.push(stream);
        aborted.catch((reason) => stream.error(reason));
      },
    });
    return Promise.resolve(new Response(body, { headers: heartbeat ? { 'x-heartbeat-seconds': heartbeat } : {} }));
  });
  vi.stubGlobal('fetch', fetchMock);
  const states: SubscriptionState[] = [];
  const ids: (string | undefined)[] = [];
  let gaps = 0;
  stop = followSubscription({
    ...{ document: AlertChangesDocument, variables: {} },
    onData: ({ alertChanged }) => ids.push(alertChanged?.id),
    onGap: () => gaps++,
    onState: (state) => states.push(state),
  });
  return {
    states,
    ids,
    gaps: () => gaps,
    attempts: () => fetchMock.mock.calls.length,
    lastHeaders: () => fetchMock.mock.lastCall?.[1].headers,
    send: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
  };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const opened = ':\nid: 1-0\n\n';
const next = (data: object, id = '1-1') => `id: ${id}\nevent: next\ndata: ${JSON.stringify(data)}\n\n`;
const failed = (code: string) => `event: next\ndata: ${JSON.stringify({ errors: [{ extensions: { code } }] })}\n\n`;

test('a stream without data for three heartbeat intervals reconnects and resumes after the last response', async () => {
  const { states, ids, gaps, attempts, lastHeaders, send } = follow();
  await seconds(0);
  send(opened);
  await seconds(44);
  send(next({ data: { alertChanged: { id: 'a' } } }));
  await seconds(44);
  expect([attempts(), states]).toEqual([1, ['connecting', 'live']]);
  await seconds(2);
  send(opened);
  await seconds(0);
  expect([attempts(), states]).toEqual([2, ['connecting', 'live', 'connecting', 'live']]);
  expect(lastHeaders()).toMatchObject({ 'last-event-id': '1-1' });
  expect([ids, gaps()]).toEqual([['a'], 1]);
});

test('any data counts as a heartbeat, and the server sets the interval', async () => {
  const { attempts, send } = follow({ heartbeat: '100' });
  await seconds(0);
  for (let beat = 0; beat < 10; beat++) {
    await seconds(290);
    send(opened);
  }
  expect(attempts()).toBe(1);
  await seconds(301);
  expect(attempts()).toBe(2);
});

test.each(['0', '-1', '1e9', 'often'])('an invalid heartbeat interval (%s) is ignored', async (heartbeat) => {
  const { attempts, send } = follow({ heartbeat });
  await seconds(0);
  send(opened);
  await seconds(44);
  expect(attempts()).toBe(1);
  await seconds(2);
  expect(attempts()).toBe(2);
});

test('a subscription whose changes are no longer available continues without a position, and reports a gap', async () => {
  const { gaps, attempts, lastHeaders, send } = follow();
  await seconds(0);
  send(opened + failed('GONE'));
  await seconds(46);
  expect(attempts()).toBe(2);
  expect(lastHeaders()).not.toHaveProperty('last-event-id');
  send(opened);
  await seconds(0);
  expect(gaps()).toBe(2);
});

test.each(['UNAUTHENTICATED', 'FORBIDDEN'])('a rejected subscription (%s) is not retried', async (code) => {
  const { states, attempts, send } = follow();
  await seconds(0);
  send(opened + failed(code));
  await seconds(100);
  expect([attempts(), states.at(-1)]).toEqual([1, 'rejected']);
});

test('a request without a response is retried', async () => {
  const { states, attempts } = follow({ responses: false });
  await seconds(46);
  expect([attempts(), states]).toEqual([2, ['connecting', 'connecting']]);
});

test('a closed stream leaves no timer running', async () => {
  const { attempts } = follow();
  await seconds(0);
  stop();
  await seconds(100);
  expect([attempts(), vi.getTimerCount()]).toEqual([1, 0]);
});
