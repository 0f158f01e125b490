import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents, type StreamState } from './event-stream.js';

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
function follow({ answers = true } = {}) {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const fetchMock = vi.fn((_path: string, { signal }: { signal: AbortSignal; headers: Record<string, string> }) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    if (!answers) return aborted;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        streams.push(stream);
        aborted.catch((reason) => stream.error(reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  vi.stubGlobal('fetch', fetchMock);
  const states: StreamState[] = [];
  stop = followEvents({ path: '/events', onMessage() {}, onState: (state) => states.push(state) });
  return {
    states,
    attempts: () => fetchMock.mock.calls.length,
    lastHeaders: () => fetchMock.mock.lastCall?.[1].headers,
    send: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
  };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const ready = (data: object) => `id: 1-0\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`;

test('a stream without data for three heartbeats reconnects and resumes after the last event', async () => {
  const { states, attempts, lastHeaders, send } = follow();
  await seconds(0);
  send(ready({ types: ['alerts'] }));
  await seconds(44);
  expect([attempts(), states]).toEqual([1, ['connecting', 'live']]);
  await seconds(2);
  expect([attempts(), states]).toEqual([2, ['connecting', 'live', 'connecting', 'live']]);
  expect(lastHeaders()).toMatchObject({ 'last-event-id': '1-0' });
});

test('any data counts as a heartbeat, and the server sets the interval', async () => {
  const { attempts, send } = follow();
  await seconds(0);
  send(ready({ heartbeatSeconds: 100 }));
  for (let beat = 0; beat < 10; beat++) {
    await seconds(290);
    send(':\n');
  }
  expect(attempts()).toBe(1);
  await seconds(301);
  expect(attempts()).toBe(2);
});

test.each([0, -1, 1e9, '100', null])('ignores an invalid heartbeat interval (%o)', async (heartbeatSeconds) => {
  const { attempts, send } = follow();
  await seconds(0);
  send(ready({ heartbeatSeconds }));
  await seconds(44);
  expect(attempts()).toBe(1);
  await seconds(2);
  expect(attempts()).toBe(2);
});

test('retries a request that got no response', async () => {
  const { states, attempts } = follow({ answers: false });
  await seconds(46);
  expect([attempts(), states]).toEqual([2, ['connecting', 'connecting']]);
});

test('a closed stream leaves no timer', async () => {
  const { attempts } = follow();
  await seconds(0);
  stop();
  await seconds(100);
  expect([attempts(), vi.getTimerCount()]).toEqual([1, 0]);
});
