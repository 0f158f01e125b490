import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { execPath } from 'node:process';
import { parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningProcess } from '../../command-line/running.js';
import { startSubgraphProcess } from '../../command-line/subgraph-process.js';
import { createCallSigner, remoteSubgraph, type SignCall } from '../../gateway/index.js';
import { localAdministrator } from '../../platform/caller.js';
import { silentLog as log } from '../../platform/log.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { freePort } from '../support/free-port.js';
import { openTestDatabase } from '../support/index.js';
import { untilWaiting } from '../support/lock-waits.js';

/** The connections of a gateway for calls to a subgraph's process. */

const secret = 'the-secret-of-gateway-and-subgraphs-here';
const to = '/subgraphs/alerts';
const testDatabase = await openTestDatabase({ RAMPART_CLUSTER_SHARED_SECRET: secret, RAMPART_AUTH_ALERTS: 'token' });
const clock = { now: () => Date.UTC(2026, 2, 1, 12) };
const sign = createCallSigner({ secrets: [secret], alerts: 'token', clock });
const process = await start();

function start(): Promise<RunningProcess> {
  return startSubgraphProcess({ configuration: testDatabase.configuration, clock, log }, [alertsSubgraph]);
}

const urlOf = ({ addresses }: RunningProcess): string => addresses[0]?.url ?? '';

afterAll(async () => {
  await process.close();
  await testDatabase.close();
});

const change =
  'mutation { addAlertSuppression(input: { filter: { endpointId: "a" }, reason: "test" }) { __typename } }';
const totalCount = '{ alerts { totalCount } }';
const emptyResult = { data: { alerts: { totalCount: 0 } } };

describe('a process', () => {
  const body = JSON.stringify({ query: totalCount });

  function signUpgrade(options: { to?: string; body?: string; by?: SignCall } = {}): Record<string, string> {
    const { by = sign } = options;
    const context = { caller: localAdministrator, via: 'graphql', sourceAddress: '', requestId: 'r' } as const;
    return by({ to: options.to ?? to, body: options.body ?? body, context });
  }

  const opening = () => signUpgrade({ to: `${to}/connection`, body: '' });

  function open(headers: Record<string, string>): WebSocket {
    const socket = new WebSocket(`${urlOf(process).replace('http', 'ws')}${to}/connection`, { headers });
    // A connection that was not opened fails when it is closed.
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
    return socket;
  }

  async function openConnection(): Promise<WebSocket> {
    const socket = open(opening());
    await once(socket, 'open');
    return socket;
  }

  async function sendCall(socket: WebSocket, headers: Record<string, string>, sentBody = body): Promise<unknown[]> {
    const response = once(socket, 'message');
    socket.send(`${JSON.stringify({ id: 7, headers })}\n${sentBody}`);
    const [message] = (await response) as [Buffer]; // ws reads messages as buffers by default.
    const [head = '', result = ''] = message.toString().split('\n');
    return [JSON.parse(head), JSON.parse(result)];
  }

  const recorded = opening();

  test.each<[string, Record<string, string>]>([
    ['without a signature', {}],
    [
      'with another secret',
      signUpgrade({
        to: `${to}/connection`,
        body: '',
        by: createCallSigner({ secrets: ['x'.repeat(32)], alerts: 'token', clock }),
      }),
    ],
    ['with the signature of a call', signUpgrade()],
    ['with a recorded signature', recorded],
  ])('opens no connection %s', async (_, headers) => {
    if (headers === recorded) await once(open(headers), 'open');
    const socket = open(headers);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(401);
  });

  const rejected = (reason: string) => [{ id: 7, status: 401 }, { detail: `The call was rejected: ${reason}` }];

  test('rejects invalid signed calls over a connection as over HTTP, and responds to the next call', async () => {
    const socket = await openConnection();
    expect(await sendCall(socket, signUpgrade({ to: '/subgraphs/zones' }))).toEqual(rejected('wrong-audience'));
    const headers = signUpgrade();
    expect(await sendCall(socket, headers)).toEqual([{ id: 7, status: 200 }, emptyResult]);
    expect(await sendCall(socket, headers)).toEqual(rejected('replayed'));
    expect(await sendCall(await openConnection(), headers)).toEqual(rejected('replayed'));
  });

  test.each([
    ['without a signature', {}, body, 'unsigned'],
    ['with another body', signUpgrade(), JSON.stringify({ query: '{ models { name } }' }), 'bad-signature'],
  ])('closes the connection of a call %s', async (_, headers, sentBody, reason) => {
    const socket = await openConnection();
    const closed = once(socket, 'close');
    expect(await sendCall(socket, headers, sentBody)).toEqual(rejected(reason));
    await closed;
  });

  test('stops even if a rejected client does not close its connection', async () => {
    const stopping = await start();
    const socket = connect({ port: Number(new URL(urlOf(stopping)).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(socket, 'data');
    await stopping.close();
    socket.destroy();
  });

  test.each([
    ['in another format', 'not JSON\n{}', 1002],
    ['whose head is not an object', 'null\n{}', 1002],
    ['whose headers are not strings', '{"id":1,"headers":{"x-rampart-call":7}}\n{}', 1002],
    ['without an id', '{"headers":{}}\n{}', 1002],
    ['with a head that is too long', `{"id":1,"headers":{"a":"${'x'.repeat(260_000)}"}}\n{}`, 1002],
    ['above the maximum size', Buffer.alloc(64 * 1024 * 1024 + 270_000), 1009],
  ])('closes the connection after a message %s', async (_, message, code) => {
    const socket = await openConnection();
    socket.send(message);
    expect((await once(socket, 'close'))[0]).toBe(code);
  });

  test('responds to other requests for the path', async () => {
    const response = await fetch(`${urlOf(process)}${to}/connection`, { headers: opening() });
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket']);
  });
});

type Fault = 'cut' | 'silence' | 'no WebSockets' | 'an overloaded proxy' | 'a slow start' | 'a proxy that waits';

describe('a gateway', () => {
  /** The fault of the next connections, and the connections and requests so far. */
  const network = {
    fault: undefined as Fault | undefined,
    opened: 0,
    requests: [] as string[],
    started: Promise.resolve(),
  };
  const responses: Partial<Record<Fault, string>> = {
    'no WebSockets': '404 Not Found',
    'an overloaded proxy': '503 Service Unavailable',
  };
  let port = 0;
  beforeEach(() => Object.assign(network, { fault: undefined, opened: 0, requests: [] }));

  /** Forwards bytes to the process, unless the current fault prevents it. */
  const proxy = createServer((client: Socket) => {
    network.opened++;
    const server = connect(port, '127.0.0.1');
    const closeBoth = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', closeBoth).on('close', closeBoth);
    client.on('data', (bytes) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n');
      if (line.endsWith(' HTTP/1.1')) network.requests.push(line.split(' ', 1)[0] ?? '');
      const isOpening = line.startsWith('GET ');
      const response = isOpening && network.fault !== undefined ? responses[network.fault] : undefined;
      if (response !== undefined) {
        client.end(`HTTP/1.1 ${response}\r\ncontent-length: 0\r\n\r\n`);
      } else if (network.fault === 'a slow start' && isOpening) {
        void network.started.then(() => server.write(bytes));
      } else if (network.fault === 'a proxy that waits' && isOpening) {
        // It waits for the rest of a request that is complete.
      } else if (network.fault === 'cut' && !isOpening) {
        network.fault = undefined;
        closeBoth();
      } else if (network.fault !== 'silence' || isOpening) {
        server.write(bytes);
      }
    });
    server.on('data', (bytes) => client.write(bytes));
  });

  async function sourceOf(running: RunningProcess, timeoutSeconds = 30) {
    port = Number(new URL(urlOf(running)).port);
    if (!proxy.listening) await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port: proxyPort } = proxy.address() as AddressInfo; // A TCP server has an AddressInfo.
    const source = remoteSubgraph({ name: 'alerts', url: `http://127.0.0.1:${proxyPort}`, sign, timeoutSeconds });
    onTestFinished(() => source.close());
    return source;
  }

  async function executeWith(source: Awaited<ReturnType<typeof sourceOf>>, text: string, signal?: AbortSignal) {
    return await source.execute({
      ...{ text, document: parse(text, { noLocation: true }), operationName: undefined, variables: {} },
      context: { ...requestOf(), ...(signal && { signal }) },
    });
  }

  async function gatewayOf(running: RunningProcess, timeoutSeconds?: number) {
    const source = await sourceOf(running, timeoutSeconds);
    return (text: string, signal?: AbortSignal) => executeWith(source, text, signal);
  }

  afterAll(() => proxy.close());

  test('makes eight concurrent calls over one connection, and a burst of calls over four', async () => {
    const execute = await gatewayOf(process);
    const executeConcurrently = (calls: number) =>
      Promise.all(Array.from({ length: calls }, () => execute(totalCount)));
    expect(await executeConcurrently(8)).toEqual(Array(8).fill(emptyResult));
    expect(network.opened).toBe(1);
    expect(await executeConcurrently(40)).toEqual(Array(40).fill(emptyResult));
    expect([network.opened, network.requests]).toEqual([4, Array(4).fill('GET')]);
  });

  test.each<[Fault, string[]]>([
    ['no WebSockets', ['GET', 'POST', 'POST']],
    ['an overloaded proxy', ['GET', 'POST', 'GET']],
    ['a proxy that waits', ['GET', 'POST', 'POST']],
  ])('falls back to HTTP with %s', async (fault, requests) => {
    network.fault = fault;
    const execute = await gatewayOf(process);
    expect(await execute(totalCount)).toEqual(emptyResult);
    if (fault === 'an overloaded proxy') network.fault = undefined;
    expect(await execute(totalCount)).toEqual(emptyResult);
    expect(network.requests).toEqual(requests);
  });

  test('does not fall back to HTTP after a host did not accept the connection', async () => {
    const unresponsivePort = await freePort();
    // It never accepts connections, so the system ignores further ones as soon as its queue is full.
    const program = `require('node:net').createServer().listen({ port: ${unresponsivePort}, backlog: 1 }, () => {
      require('node:fs').writeSync(1, 'listening');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    })`;
    const host = spawn(execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void host.kill('SIGKILL'));
    await once(host.stdout, 'data');
    for (let count = 0; count < 8; count++) {
      const waiting = connect(unresponsivePort, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void waiting.destroy());
    }
    const url = `http://127.0.0.1:${unresponsivePort}`;
    const source = remoteSubgraph({ name: 'alerts', url, sign, timeoutSeconds: 30 });
    onTestFinished(() => source.close());
    await expect(executeWith(source, totalCount)).rejects.toMatchObject({
      extensions: { code: 'SERVICE_UNAVAILABLE' },
      cause: { message: 'Opening handshake has timed out' },
    });
  });

  test('does not send a call that was cancelled before the connection was open', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(network, { fault: 'a slow start', started: promise });
    const execute = await gatewayOf(process);
    const leaving = new AbortController();
    const calls = [execute(change, leaving.signal), execute(change, leaving.signal)];
    leaving.abort(new Error('the client has left'));
    resolve();
    for (const call of calls) await expect(call).rejects.toThrow('the client has left');
    network.fault = undefined;
    // The rule of a later call is the only one. The calls of a connection begin in their order.
    for (let call = 0; call < 4; call++)
      expect(await execute(call === 0 ? change : totalCount)).not.toHaveProperty('errors');
    expect(await execute('{ alertSuppressions { reason } }')).toEqual({
      data: { alertSuppressions: [{ reason: 'test' }] },
    });
  });

  test('rejects only the call that is too large', async () => {
    const execute = await gatewayOf(process);
    const large = execute(`{ alerts { totalCount } } # ${'x'.repeat(64 * 1024 * 1024)}`);
    await expect(large).rejects.toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await execute(totalCount)).toEqual(emptyResult);
    expect(network.opened).toBe(1);
  });

  async function executorOf(running: RunningProcess) {
    const source = await sourceOf(running);
    return (name: string) =>
      source.execute({
        ...{ text: totalCount, document: parse(totalCount), operationName: undefined, variables: {} },
        context: { ...requestOf(), caller: { ...localAdministrator, name } },
      });
  }

  test('makes the calls of a caller with many tenants over HTTP, too', async () => {
    network.fault = 'no WebSockets';
    const executeAs = await executorOf(process);
    expect(await executeAs('x'.repeat(100 * 200))).toEqual(emptyResult);
    expect(network.requests).toEqual(['GET', 'POST']);
  });

  test('makes the calls of a caller with many tenants, and rejects only the call of one with too many', async () => {
    const executeAs = await executorOf(process);
    expect(await executeAs('x'.repeat(100 * 200))).toEqual(emptyResult);
    await expect(executeAs('x'.repeat(256 * 1024))).rejects.toMatchObject({
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(await executeAs('x')).toEqual(emptyResult);
    expect(network.opened).toBe(2);
  });

  test('receives the errors of a result together with its data', async () => {
    const execute = await gatewayOf(process);
    expect(await execute('{ alerts { totalCount } alert(id: "unknown") { id } }')).toMatchObject({
      data: { alerts: { totalCount: 0 }, alert: null },
      errors: [{ path: ['alert'] }],
    });
  });

  test('receives the validation error of a document with a value that is not a date', async () => {
    const execute = await gatewayOf(process);
    expect(await execute('{ alerts(filter: { seenAfter: "yesterday" }) { totalCount } }')).toEqual({
      errors: [
        {
          message: expect.stringContaining('yesterday'),
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    });
  });

  test.each(['status: FORWARDED', 'ageDays: 1'])(
    'receives an internal error, not a validation error, for an element that the process does not know: %s',
    async (filter) => {
      const execute = await gatewayOf(process);
      expect(await execute(`{ alerts(filter: { ${filter} }) { totalCount } }`)).toMatchObject({
        errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      });
    },
  );

  test('makes no calls after it has closed its connections, and retries none', async () => {
    const source = await sourceOf(process);
    await testDatabase.database.sql.begin(async (sql) => {
      await sql`lock table alerts.alert in access exclusive mode`;
      const call = executeWith(source, '{ alerts { histogram { count } } }');
      await untilWaiting(testDatabase.database.sql, 1);
      const openedConnections = network.opened;
      await source.close();
      await expect(call).rejects.toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
      await expect(executeWith(source, totalCount)).rejects.toMatchObject({
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      });
      expect(network.opened).toBe(openedConnections);
      await untilWaiting(testDatabase.database.sql, 0);
    });
  });

  test('retries a query once after a broken connection, but never a mutation', async () => {
    const execute = await gatewayOf(process);
    network.fault = 'cut';
    expect(await execute(totalCount)).toEqual(emptyResult);
    network.fault = 'cut';
    await expect(execute(change)).rejects.toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await execute(totalCount)).toEqual(emptyResult);
  });

  test('connects again after a call that has no response in time', async () => {
    const execute = await gatewayOf(process, 2);
    network.fault = 'silence';
    await expect(execute(totalCount)).rejects.toMatchObject({ extensions: { code: 'TIMEOUT' } });
    network.fault = undefined;
    const openedConnections = network.opened;
    // Each connection is used in turn.
    for (let call = 0; call < 4; call++) expect(await execute(totalCount)).toEqual(emptyResult);
    expect(network.opened).toBe(openedConnections + 4);
  });

  test('stops waiting for a call whose client has disconnected, and the process cancels its statement', async () => {
    const execute = await gatewayOf(process);
    await testDatabase.database.sql.begin(async (sql) => {
      await sql`lock table alerts.alert in access exclusive mode`;
      const leaving = new AbortController();
      const call = execute('{ alerts { histogram { count } } }', leaving.signal);
      await untilWaiting(testDatabase.database.sql, 1);
      leaving.abort(new Error('the client has left'));
      await expect(call).rejects.toThrow('the client has left');
      await untilWaiting(testDatabase.database.sql, 0);
    });
  });

  test('gets the responses to its calls when the process stops, and makes no new calls to it', async () => {
    const stopping = await start();
    const execute = await gatewayOf(stopping);
    let closed: Promise<void> | undefined;
    const calls: Promise<unknown>[] = [];
    await testDatabase.database.sql.begin(async (sql) => {
      await sql`lock table alerts.alert in access exclusive mode`;
      calls.push(execute('{ alerts { nodes { id } } }'));
      await untilWaiting(testDatabase.database.sql, 1);
      closed = stopping.close();
    });
    expect(await Promise.all(calls)).toEqual([{ data: { alerts: { nodes: [] } } }]);
    await closed;
    await expect(execute(totalCount)).rejects.toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
  });
});
