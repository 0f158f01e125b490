import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningProcess } from '../../command-line/running.js';
import { startSubgraphProcess } from '../../command-line/subgraph-process.js';
import { createCallSigner, type SignCall } from '../../gateway/index.js';
import { anonymous, type Caller, localAdministrator } from '../../platform/caller.js';
import { silentLog as log } from '../../platform/log.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { driveSubgraph } from '../../subgraphs/drive/index.js';
import { zonesSubgraph } from '../../subgraphs/zones/index.js';
import { serveAlerts } from '../rest/support/alerts-server.js';
import { distributed } from '../support/graph-forms.js';
import { openTestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

/** Calls between processes, as an attacker on the network would send them. */

const secret = 'the-secret-of-gateway-and-subgraphs-here';
const to = '/subgraphs/alerts';
const query = JSON.stringify({ query: '{ alerts { totalCount } }' });
const folder = temporaryFolder();
const settings = {
  RAMPART_CLUSTER_SHARED_SECRET: secret,
  RAMPART_AUTH_ALERTS: 'token',
  RAMPART_SERVER_DATA_DIR: folder.path,
};
const testDatabase = await openTestDatabase(settings);
const time = { gateway: Date.UTC(2026, 2, 1, 12), domain: Date.UTC(2026, 2, 1, 12) };
const sign = createSigner({});

function start(): Promise<RunningProcess> {
  const clock = { now: () => time.domain };
  return startSubgraphProcess({ configuration: testDatabase.configuration, clock, log }, [
    alertsSubgraph,
    zonesSubgraph,
    driveSubgraph,
  ]);
}

/** Two processes of the same domains. */
const [one, other] = await Promise.all([start(), start()]);
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await testDatabase.close();
  folder.remove();
});

function createSigner({ secrets = [secret], alerts = 'token' as 'token' | 'open' }): SignCall {
  return createCallSigner({ secrets, alerts, clock: { now: () => time.gateway } });
}

type Headers = Record<string, string>;

function signCall(options: { to?: string; body?: string; caller?: Caller; by?: SignCall } = {}): Headers {
  const { body = query, caller = localAdministrator, by = sign } = options;
  const context = { caller, via: 'graphql', sourceAddress: '192.0.2.1', requestId: 'r-1' } as const;
  return by({ to: options.to ?? to, body, context });
}

async function send(headers: Headers, { path = to, body = query, process = one } = {}): Promise<[number, unknown]> {
  const response = await fetch(`${process.addresses[0]?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return [response.status, await response.json()];
}

const emptyPage = [200, { data: { alerts: { totalCount: 0 } } }];
const rejected = (reason: string): unknown[] => [401, { detail: `The call was rejected: ${reason}` }];

describe('a recorded call', () => {
  test('is accepted once per process', async () => {
    const headers = signCall();
    expect(await send(headers)).toEqual(emptyPage);
    expect(await send(headers)).toEqual(rejected('replayed'));
  });

  test('changes data once across all processes of the domain', async () => {
    const body = JSON.stringify({
      query:
        'mutation { registerAccount(input: { username: "ada", email: "a@mail.example", password: "correct horse" }) { username } }',
    });
    const headers = signCall({ to: '/subgraphs/zones', body });
    const at = { path: '/subgraphs/zones', body };
    expect(await send(headers, at)).toEqual([200, { data: { registerAccount: { username: 'ada' } } }]);
    expect(await send(headers, { ...at, process: other })).toMatchObject([
      200,
      { errors: [{ extensions: { code: 'CONFLICT' }, message: 'The signed call was already used' }] },
    ]);
  });

  test.each([
    ['is rejected by another domain', '/subgraphs/zones'],
    ['is rejected by the endpoint for downloads if it was signed for operations', '/subgraphs/drive/downloads'],
  ])('%s', async (_, path) => {
    expect(await send(signCall(), { path })).toEqual(rejected('wrong-audience'));
  });

  test('is rejected with another body', async () => {
    expect(await send(signCall(), { body: query.replace('totalCount', 'nodes { id }') })).toEqual(
      rejected('bad-signature'),
    );
  });

  test('is rejected with another caller', async () => {
    const theirs = signCall({ caller: anonymous });
    const forged = { ...theirs, 'x-rampart-call': signCall()['x-rampart-call'] ?? '' };
    expect(await send(forged)).toEqual(rejected('bad-signature'));
    const [, response] = await send(theirs);
    expect(response).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test('is rejected if a header is repeated', async () => {
    const headers = new Headers(signCall());
    headers.append('x-rampart-call', signCall()['x-rampart-call'] ?? '');
    expect(await send(Object.fromEntries(headers))).toEqual(rejected('bad-signature'));
  });
});

describe('a call is rejected', () => {
  test.each([
    ['whose clock is behind by more than the validity', -30_001, 'expired'],
    ['whose clock is ahead by more than the permitted skew', 5_001, 'not-yet-valid'],
  ])('from a gateway %s', async (_, difference, reason) => {
    time.domain += 60_000;
    time.gateway = time.domain + difference;
    const headers = signCall();
    time.gateway = time.domain;
    expect(await send(headers)).toEqual(rejected(reason));
    expect(await send(signCall())).toEqual(emptyPage);
  });

  test('with another secret', async () => {
    const by = createSigner({ secrets: ['some-other-secret-that-is-long-enough'] });
    expect(await send(signCall({ by }))).toEqual(rejected('bad-signature'));
  });

  test('from a gateway that permits anonymous callers if this process does not', async () => {
    const response = await send(signCall({ by: createSigner({ alerts: 'open' }), caller: anonymous }));
    expect(response).toEqual(
      rejected('[auth] alerts is open on the gateway and token here: set both to the same value'),
    );
  });

  test.each([
    ['before its body is read, regardless of Content-Length', () => ({}), 401],
    ['if its Content-Length exceeds the maximum, even with a signature', signCall, 413],
  ])('%s', async (_, headersOf, status) => {
    const { hostname, port } = new URL(one.addresses[0]?.url ?? '');
    const socket = connect(Number(port), hostname);
    const headers = {
      host: hostname,
      'content-type': 'application/json',
      'content-length': '70000000',
      ...headersOf(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${to} HTTP/1.1\r\n${lines.join('')}\r\n{`);
    const [chunk] = (await once(socket, 'data')) as [Buffer]; // No encoding was set, so it is a Buffer.
    expect(chunk.toString().split('\r\n')[0]).toContain(` ${status} `);
    expect(chunk.toString()).toMatch(/^connection: close\r$/im);
    socket.destroy();
  });
});

test('the listener of clients ignores the headers of signed calls', async () => {
  const configuration = testConfiguration({ DATABASE_URL: testDatabase.url, ...settings });
  const gateway = await serveAlerts({ configuration, form: distributed });
  const response = await fetch(`${gateway.url}/alerts`, { headers: { ...signCall(), 'x-request-id': 'mine' } });
  expect([response.status, await response.json()]).toEqual([401, { detail: 'Not authenticated' }]);
  await gateway.close();
});
