import { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import { ResponseStream } from './response-stream.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;
const shutdown = new DomainError('SERVICE_UNAVAILABLE', 'The server is shutting down');

/** A streamed response with a time limit of 2 s, over a fake reply with the members that streams use. */
function open(
  requestHeaders: Record<string, string> = {},
  options: { method?: string; requiresMinRate?: () => boolean } = {},
) {
  const socket = { bytesRead: 0, bytesWritten: 0 };
  const raw = Object.assign(new EventEmitter(), { writableFinished: false, flushHeaders: vi.fn(), destroy: vi.fn() });
  const sent: { status?: number; headers: Record<string, string>; body?: Readable } = { headers: {} };
  const reply = {
    raw,
    request: { method: options.method ?? 'POST', headers: requestHeaders, raw: { socket } },
    headers(headers: Record<string, string>) {
      Object.assign(sent.headers, headers);
      return reply;
    },
    header: (name: string, value: string) => reply.headers({ [name]: value }),
    code(status: number) {
      sent.status = status;
      return reply;
    },
    send(body?: Readable) {
      if (body !== undefined) sent.body = body;
    },
  };
  const headers = { 'content-type': 'text/csv', vary: 'accept-encoding' };
  // Only these members are used.
  const stream = new ResponseStream({
    ...{ reply: reply as unknown as FastifyReply, headers, timeoutSeconds: 2 },
    ...(options.requiresMinRate && { requiresMinRate: options.requiresMinRate }),
  });
  return { stream, socket, raw, sent };
}

/** The message of the error of a promise, or `fulfilled`. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'fulfilled',
    (error: Error) => error.message,
  );
}

/** The outcome of a promise after everything that does not depend on timers; `pending` if there is none. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  return await Promise.race([outcomeOf(promise), setImmediate('pending')]);
}

const idleFor = (seconds: number) =>
  `The client has neither sent nor read for ${seconds} s. Read the response while sending.`;

describe('a streamed response', () => {
  const commonHeaders = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

  test('begins with the first part', async () => {
    const { stream, raw, sent } = open();
    expect([stream.hasStarted, sent.status]).toEqual([false, undefined]);
    await stream.write('');
    await stream.write('łódź ');
    expect(stream.hasStarted).toBe(true);
    const headers = { ...commonHeaders, 'content-type': 'text/csv', vary: 'accept-encoding' };
    expect([sent.status, sent.headers]).toStrictEqual([200, headers]);
    await stream.write(Buffer.from('x'.repeat(200_000)));
    const ended = stream.end();
    expect(await text(sent.body as Readable)).toBe(`łódź ${'x'.repeat(200_000)}`);
    expect(await stateOf(ended)).toBe('pending');
    raw.emit('finish');
    expect(await stateOf(ended)).toBe('fulfilled');
    expect(raw.flushHeaders).not.toHaveBeenCalled();
  });

  test('can begin with its head, with further headers', async () => {
    const { stream, raw, sent } = open();
    stream.begin({ 'content-length': '7' });
    expect(sent).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv', 'content-length': '7' } });
    raw.emit('pipe');
    expect([stream.hasStarted, raw.flushHeaders.mock.calls.length]).toEqual([true, 1]);
  });

  test.each([
    ['"1"', 304],
    ['"2"', 200],
    [undefined, 200],
  ])('to a client with the entity tag %s has the status %i', async (tag, status) => {
    const { stream, sent } = open(tag === undefined ? {} : { 'if-none-match': tag });
    expect(stream.isKnown('"1"')).toBe(status === 304);
    void stream.end();
    expect(sent).toMatchObject({ status, headers: { ...commonHeaders, etag: '"1"', vary: 'accept-encoding' } });
    expect([sent.body !== undefined, 'content-type' in sent.headers]).toEqual([status === 200, status === 200]);
  });

  test('waits while 16 MiB are not read', async () => {
    const { stream, sent } = open();
    expect(await stateOf(stream.write(Buffer.alloc(16 * mebibyte - 1)))).toBe('fulfilled');
    const full = stream.write('x');
    expect(await stateOf(full)).toBe('pending');
    const read = buffer(sent.body as Readable);
    await full;
    void stream.end();
    expect((await read).length).toBe(16 * mebibyte);
  });

  test('is destroyed with its connection', async () => {
    const { stream, raw, sent } = open();
    await stream.write('x');
    stream.destroy();
    expect([sent.body?.destroyed, raw.destroy.mock.calls.length]).toEqual([true, 1]);
  });
});

describe('a client that disconnects', () => {
  test('ends the stream', async () => {
    const { stream, raw, sent } = open();
    await stream.write('x');
    const waiting = [stream.write(Buffer.alloc(17 * mebibyte)), stream.read(new PassThrough()).next()];
    const states = Promise.all(waiting.map(stateOf));
    raw.emit('close');
    const message = 'The client closed the connection';
    expect(stream.signal.reason).toMatchObject({ code: 'TIMEOUT', message });
    expect(await states).toEqual([message, message]);
    expect(sent.body?.destroyed).toBe(true);
    expect(await stateOf(stream.write('x'))).toBe(message);
    expect(await stateOf(stream.end())).toBe(message);
    expect(() => stream.begin({})).toThrow(message);
  });

  test('is not reported after the whole response was sent', () => {
    const { stream, raw } = open();
    raw.writableFinished = true;
    raw.emit('close');
    expect(stream.signal.aborted).toBe(false);
  });
});

describe('a client', () => {
  test('may be idle, neither sending nor reading, until the time limit', async () => {
    const { stream } = open();
    const read = stream.read(new PassThrough()).next();
    const failed = expect(read).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: idleFor(2),
      details: { reason: 'idle' },
    });
    await vi.advanceTimersByTimeAsync(1999);
    expect(await stateOf(read)).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(() => stream.throwIfInterrupted()).toThrow(idleFor(2));
    expect(await stateOf(stream.read(new PassThrough()).next())).toBe(idleFor(2));
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(['bytesRead', 'bytesWritten'] as const)('may be slow as long as it makes progress: %s', async (count) => {
    const { stream, socket } = open();
    const full = stream.write(Buffer.alloc(17 * mebibyte));
    for (let step = 0; step < 20; step++) {
      socket[count] += 1;
      await vi.advanceTimersByTimeAsync(1900);
    }
    expect(await stateOf(full)).toBe('pending');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await stateOf(full)).toBe('fulfilled');
    expect(() => stream.throwIfInterrupted()).toThrow(idleFor(2));
  });
});

describe('an interrupted stream', () => {
  test('does not read further, but sends what was written', async () => {
    const { stream, raw, sent } = open();
    const source = new PassThrough();
    source.write('a');
    const chunks = stream.read(source);
    expect(await chunks.next()).toEqual({ done: false, value: Buffer.from('a') });
    const next = chunks.next();
    stream.throwIfInterrupted();
    stream.interrupt(shutdown);
    stream.interrupt(new DomainError('TIMEOUT', 'a later reason'));
    expect(await stateOf(next)).toBe(shutdown.message);
    expect(() => stream.throwIfInterrupted()).toThrow(shutdown.message);
    source.write('b');
    expect(await stateOf(stream.read(source).next())).toBe(shutdown.message);
    expect(await stateOf(stream.write(Buffer.alloc(17 * mebibyte)))).toBe('fulfilled');
    const ended = stream.end();
    expect((await buffer(sent.body as Readable)).length).toBe(17 * mebibyte);
    raw.emit('finish');
    expect(await stateOf(ended)).toBe('fulfilled');
    expect(stream.signal.aborted).toBe(false);
  });

  test('no longer waits for the client to read', async () => {
    const { stream } = open();
    const full = stream.write(Buffer.alloc(17 * mebibyte));
    expect(await stateOf(full)).toBe('pending');
    stream.interrupt(shutdown);
    expect(await stateOf(full)).toBe('fulfilled');
  });

  test.each([
    ['when the client has read the response', true, 'fulfilled'],
    ['after one idle second', false, idleFor(1)],
  ])('ends %s', async (_, isRead, expected) => {
    const { stream, raw } = open();
    let outcome = 'pending';
    const ended = outcomeOf(stream.end()).then((found) => {
      outcome = found;
    });
    await vi.advanceTimersByTimeAsync(1900);
    stream.interrupt(shutdown);
    await vi.advanceTimersByTimeAsync(900);
    expect(outcome).toBe('pending');
    if (isRead) raw.emit('finish');
    else await vi.advanceTimersByTimeAsync(100);
    await ended;
    expect(outcome).toBe(expected);
  });
});

test('reads the request until its end', async () => {
  const { stream } = open();
  const source = new PassThrough();
  source.end('abc');
  const chunks: Buffer[] = [];
  for await (const chunk of stream.read(source)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('abc');
  expect(vi.getTimerCount()).toBe(0);
});

describe('a client that transfers slowly', () => {
  const tooSlow =
    'The client has transferred less than 4 KiB per second over 60 s. Send or read faster, because the number of streams is limited.';

  /** Reads one chunk of a body that never comes, while the client transfers bytes every second. */
  async function readSlowly(
    { stream, socket }: ReturnType<typeof open>,
    { seconds, ...perSecond }: { seconds: number; bytesRead?: number; bytesWritten?: number },
  ): Promise<string> {
    const reading = stream.read(new PassThrough()).next();
    reading.catch(() => {});
    for (let second = 0; second < seconds; second++) {
      socket.bytesRead += perSecond.bytesRead ?? 0;
      socket.bytesWritten += perSecond.bytesWritten ?? 0;
      vi.advanceTimersByTime(1000);
    }
    return await stateOf(reading);
  }

  const requiresMinRate = () => true;

  test('ends after a minute if the rate is required', async () => {
    const slow = { bytesRead: 4095 };
    expect(await readSlowly(open({}, { requiresMinRate }), { ...slow, seconds: 59 })).toBe('pending');
    expect(await readSlowly(open({}, { requiresMinRate }), { ...slow, seconds: 60 })).toBe(tooSlow);
    expect(await readSlowly(open({}, { requiresMinRate }), { bytesRead: 4096, seconds: 300 })).toBe('pending');
    expect(await readSlowly(open({}, { requiresMinRate: () => false }), { ...slow, seconds: 300 })).toBe('pending');
  });

  test('cannot keep an export by sending', async () => {
    const method = 'GET';
    const sends = { bytesRead: 100_000, seconds: 60 };
    expect(await readSlowly(open({}, { method, requiresMinRate }), sends)).toBe(tooSlow);
    expect(await readSlowly(open({}, { method, requiresMinRate }), { ...sends, bytesWritten: 4096 })).toBe('pending');
  });
});
