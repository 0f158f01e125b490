import { getEventListeners } from 'node:events';
import Fastify from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GatewayServices } from '../../gateway/index.js';
import { anonymous, type Caller, type Credentials } from '../../platform/caller.js';
import { DomainError, type DomainErrorCode, type DomainErrorDetails } from '../../platform/domain-error.js';
import { silentLog } from '../../platform/log.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { registerLists } from './register-lists.js';

/** The implementation of the exports `fruits` and `roots`. */
let run: RecordExport['run'];
let authorize: RecordExport['authorize'];

beforeEach(() => {
  run = async (_request, { write }) => write('{"name":"a"}\n');
  authorize = () => {};
});

const stopping = new AbortController();

/** The gateway services that exports use. Each token is a different operator. */
const services = {
  authenticator: {
    authenticate({ headers }: Credentials): Caller {
      const { authorization } = headers;
      return authorization === undefined
        ? anonymous
        : { kind: 'operator', name: authorization, role: 'admin', tenantId: null };
    },
  },
  requestLimit: { check: () => undefined },
  rejections: { responded() {} },
  stopping: stopping.signal,
  timeoutSeconds: 30,
} as unknown as GatewayServices; // Exports use only these services.

/** Starts a server of two lists. */
async function serve(): Promise<(path?: string, headers?: Record<string, string>) => Promise<Response>> {
  const app = Fastify();
  onTestFinished(() => app.close());
  const list: RecordExport = {
    authorize: (request) => authorize(request),
    run: (request, options) => run(request, options),
  };
  const lists = new Map([
    ['fruits', list],
    ['roots', list],
  ]);
  await registerLists(lists, silentLog)(app, services);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return (path = '/api/fruits/export', headers = {}) =>
    fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
}

function failWith(code: DomainErrorCode, details?: DomainErrorDetails): void {
  run = () => Promise.reject(new DomainError(code, 'It failed', details));
}

describe('the export of a list', () => {
  test.each([
    ['', 'application/x-ndjson'],
    ['?format=ndjson', 'application/x-ndjson'],
    ['?format=csv', 'text/csv; charset=utf-8'],
    ['?format=parquet', 'application/vnd.apache.parquet'],
  ])('with the query "%s" has the media type %s, and may not be stored or buffered', async (query, type) => {
    const response = await (await serve())(`/api/fruits/export${query}`);
    expect([response.status, await response.text()]).toEqual([200, '{"name":"a"}\n']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'content-type': type, vary: 'accept-encoding' },
      ...{ 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  });

  test.each<[DomainErrorCode, DomainErrorDetails | undefined, number, unknown, object]>([
    ['UNAUTHENTICATED', undefined, 401, 'It failed', { 'www-authenticate': 'Bearer' }],
    ['FORBIDDEN', undefined, 403, 'It failed', {}],
    ['NOT_FOUND', undefined, 404, 'It failed', {}],
    ['RATE_LIMITED', { retryAfterSeconds: 2.5 }, 429, 'It failed', { 'retry-after': '3' }],
    ['STORE_UNAVAILABLE', undefined, 503, 'It failed', { 'retry-after': '5' }],
    ['TIMEOUT', { retryAfterSeconds: 0 }, 504, 'It failed', { 'retry-after': '1' }],
    ['BAD_USER_INPUT', undefined, 400, 'It failed', {}],
    [
      'BAD_USER_INPUT',
      { argument: 'minSize' },
      422,
      [
        {
          ...{ type: 'value_error', loc: ['query', 'min_size'], msg: 'Value error, It failed', input: null },
          ctx: { error: {} },
        },
      ],
      {},
    ],
  ])('that fails with %s %j has the status %i', async (code, details, status, detail, headers) => {
    failWith(code, details);
    const response = await (await serve())();
    expect([response.status, await response.json()]).toEqual([status, { detail }]);
    // The connection remains open: a GET request has no body that is left unread.
    expect(Object.fromEntries(response.headers)).toMatchObject({ connection: 'keep-alive', ...headers });
  });

  test('hides the cause of an internal error', async () => {
    run = () => Promise.reject(new TypeError('a secret'));
    const response = await (await serve())();
    expect([response.status, await response.json()]).toEqual([500, { detail: 'Internal Server Error' }]);
  });

  test('authorizes the caller before it reads records', async () => {
    authorize = ({ caller, via, sourceAddress }) => {
      throw new DomainError('FORBIDDEN', `${caller.kind} ${via} ${sourceAddress}`);
    };
    run = () => Promise.reject(new Error('the records must not be read'));
    const response = await (await serve())('/api/roots/export', { authorization: 'ada' });
    expect([response.status, await response.json()]).toEqual([403, { detail: 'operator rest 127.0.0.1' }]);
  });

  test('is terminated by an error after the first record', async () => {
    const { promise: received, resolve: receive } = Promise.withResolvers<void>();
    run = async (_request, { write }) => {
      await write('{"name":"a"}\n');
      await received;
      throw new DomainError('STORE_UNAVAILABLE', 'It failed');
    };
    const response = await (await serve())();
    expect(response.status).toBe(200);
    receive();
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test.each([
    ['identity', '"1"'],
    ['gzip', '"1-gzip"'],
  ])('in the coding %s has its own entity tag, and is not sent to clients that have it', async (coding, tag) => {
    const known: boolean[] = [];
    run = async (_request, { isKnown, write }) => {
      known.push(isKnown('"1"'));
      await write('text');
    };
    const fetchExport = await serve();
    const first = await fetchExport('/api/fruits/export', { 'accept-encoding': coding });
    expect([first.status, first.headers.get('etag'), await first.text()]).toEqual([200, tag, 'text']);
    const headers = { 'accept-encoding': coding, 'if-none-match': tag };
    const again = await fetchExport('/api/fruits/export', headers);
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect(Object.fromEntries(again.headers)).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-store' });
    expect(again.headers.has('content-encoding')).toBe(false);
    const other = await fetchExport('/api/fruits/export', { ...headers, 'if-none-match': '"2"' });
    expect([other.status, await other.text(), known]).toEqual([200, 'text', [false, true, false]]);
  });

  test('runs at most once per caller and twice in total, across all lists', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    run = async (_request, { write }) => {
      await write('text');
      await released;
    };
    const fetchExport = await serve();
    const of = (authorization: string, list: string) => fetchExport(`/api/${list}/export`, { authorization });
    const open = [await of('a', 'fruits'), await of('b', 'roots')];
    const again = await of('a', 'roots');
    expect([again.status, again.headers.get('retry-after'), await again.json()]).toEqual([
      429,
      '5',
      { detail: 'Too many exports: at most 1 at once per caller' },
    ]);
    const third = await of('c', 'fruits');
    expect([third.status, third.headers.get('retry-after'), await third.json()]).toEqual([
      503,
      '5',
      { detail: 'The server has reached its maximum number of concurrent exports: 2' },
    ]);
    release();
    expect(await Promise.all(open.map((response) => response.text()))).toEqual(['text', 'text']);
    await expect.poll(async () => (await of('a', 'roots')).status).toBe(200);
    await expect.poll(() => getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  test('is aborted when the client disconnects', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    run = async ({ signal }, { write }) => {
      signal.addEventListener('abort', () => resolve());
      await write('text');
      await aborted;
    };
    const response = await (await serve())();
    await response.body?.cancel();
    await aborted;
  });

  test('sends large parts completely', async () => {
    const part = Buffer.alloc(1_000_001, 'abc');
    run = async (_request, { write }) => {
      await write(part);
      await write('end');
    };
    const response = await (await serve())();
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.concat([part, Buffer.from('end')]))).toBe(true);
  });

  test('does not support HEAD', async () => {
    const app = Fastify();
    await registerLists(new Map([['fruits', { authorize, run }]]), silentLog)(app, services);
    expect((await app.inject({ method: 'HEAD', url: '/api/fruits/export' })).statusCode).toBe(404);
  });

  test('counts against the rate limit of the caller', async () => {
    const check = vi.spyOn(services.requestLimit, 'check');
    onTestFinished(() => check.mockRestore());
    check.mockReturnValue(new DomainError('RATE_LIMITED', 'Too many requests', { retryAfterSeconds: 2 }));
    const response = await (await serve())('/api/fruits/export', { authorization: 'ada' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
    expect(check.mock.lastCall?.[0]).toMatchObject({ caller: { name: 'ada' }, sourceAddress: '127.0.0.1' });
  });
});
