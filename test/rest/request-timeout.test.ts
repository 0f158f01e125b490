import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { connectRemoteSubgraphs } from '../../command-line/remote-subgraphs.js';
import { createCallerAuthenticator, type DataSource, type HttpServer, startHttpServer } from '../../gateway/index.js';
import type { Authenticator, Caller } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { listeningServices, restAdapters } from '../../rest-adapters/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { graphOver, testConfiguration } from '../support/index.js';

/** Responses of the documented paths to a timeout while every domain hangs, in all forms of deployment. */

const configuration = testConfiguration({
  RAMPART_SERVER_PORT: '0',
  RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.6',
  RAMPART_CLUSTER_SHARED_SECRET: 'a-secret-of-gateway-and-subgraphs-in-this-test',
});
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const callers: Readonly<Record<string, Caller>> = {
  account: { kind: 'account', accountId: 'an-account', username: 'ada' },
  client: { kind: 'mirror-client', clientId: 'reader' },
};
const authenticate: Authenticator = ({ headers }) => callers[headers.authorization?.slice('Bearer '.length) ?? ''];

function serve(dataSources: Readonly<Record<string, DataSource>>): Promise<HttpServer> {
  const graph = graphOver(dataSources);
  return startHttpServer({
    ...{ configuration, log, graph, pagesFolder: '/nonexistent' },
    database: { ready: () => true, reserved: { guard: () => Promise.reject(new Error('nobody asks the database')) } },
    authenticator: createCallerAuthenticator({
      operatorTokens: { find: () => undefined, isActive: () => false },
      authenticators: [authenticate],
    }),
    adapters: restAdapters({ graph, log }),
    serviceListeners: listeningServices({ graph, log }).map((service) => ({
      ...{ ...service, host: '127.0.0.1', port: 0, certificate: undefined },
    })),
  });
}

/** A running form of deployment, and the requests to its domains. */
interface Form {
  readonly server: HttpServer;
  /** The domain of each request that reached one; `stopped` resolves when its work is aborted. */
  readonly requested: { readonly domain: string; readonly stopped: Promise<unknown> }[];
}

async function startInOneProcess(): Promise<Form> {
  const requested: Form['requested'] = [];
  const hangingDataSource = (domain: string): DataSource => ({
    execute({ context: { signal } }) {
      requested.push({ domain, stopped: once(signal, 'abort') });
      return new Promise(() => {});
    },
  });
  const server = await serve(Object.fromEntries(subgraphs.map(({ name }) => [name, hangingDataSource(name)])));
  closing.push(() => server.close());
  return { server, requested };
}

async function startSeparateProcesses(): Promise<Form> {
  const requested: Form['requested'] = [];
  const hanging = createServer(({ url = '', socket }) => {
    // Calls wait for the connection: `/subgraphs/DOMAIN/connection`.
    requested.push({ domain: url.split('/')[2] ?? '', stopped: once(socket, 'close') });
  });
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo; // A TCP server has an AddressInfo.
  const remoteSubgraphs = subgraphs.map((definition) => ({ definition, url: `http://127.0.0.1:${port}` }));
  const remote = connectRemoteSubgraphs({ configuration, clock: systemClock }, remoteSubgraphs);
  const server = await serve(Object.fromEntries(remote.dataSources));
  closing.push(async () => {
    await server.close();
    await remote.close();
    hanging.closeAllConnections();
    hanging.close();
  });
  return { server, requested };
}

const timeoutResponse = 'The request timed out. Request less data at once, or try again later.';
const graphApiError = (message: string): object => ({ error: { code: 'generalException', message } });
const oauthError = (message: string): object => ({ error: 'temporarily_unavailable', error_description: message });
const tokenRequest = new URLSearchParams({
  ...{ grant_type: 'client_credentials', client_id: 'reader', client_secret: 'rdm_secret' },
  scope: 'https://mirror.example/.default',
});

const forms = [
  ['in one process', startInOneProcess, () => timeoutResponse],
  [
    'in distributed processes',
    startSeparateProcesses,
    (domain: string) => `The ${domain} service did not respond in time`,
  ],
] as const;

/** One path for each response format of a timeout. */
const cases = [
  ['alerts', 'GET', '/alerts', {}, (message: string) => ({ detail: message })],
  ['alerts', 'POST', '/feedback', { body: {} }, (message: string) => ({ detail: message })],
  ['zones', 'GET', '/api/v1/zones/', { as: 'account' }, (message: string) => ({ detail: message })],
  ['licenses', 'GET', '/api/get-licenses/', {}, (message: string) => ({ message })],
  ['drive', 'POST', '/drive/notifications', { body: { value: [] } }, graphApiError],
  ['drive', 'GET', '/v1.0/subscriptions', { as: 'client' }, graphApiError],
  ['drive', 'POST', '/contoso/oauth2/v2.0/token', { body: tokenRequest }, oauthError],
] as const;

interface Sent {
  /** The caller; default: anonymous. */
  readonly as?: string;
  readonly body?: object;
}

async function send(url: string, method: string, { as, body }: Sent): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  return await fetch(url, {
    method,
    headers: {
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

describe.each(forms)('%s after the request timeout', async (_form, start, messageOf) => {
  const { server, requested } = await start();

  test.concurrent.each(cases)('%s: %s %s returns 504, and the work is aborted', async (...timeoutCase) => {
    const [domain, method, path, sent, bodyOf] = timeoutCase;
    const response = await send((server.serviceUrls.get(domain) ?? server.url) + path, method, sent);
    expect([response.status, await response.json()]).toMatchObject([504, bodyOf(messageOf(domain))]);
    const work = requested.filter((each) => each.domain === domain);
    expect(work).not.toEqual([]);
    await Promise.all(work.map(({ stopped }) => stopped));
  });
});

test('after the request timeout, no further request is made for response headers', async () => {
  const { server, requested } = await startInOneProcess();
  const response = await send(`${server.url}/api/v1/zones/`, 'GET', { as: 'account' });
  expect(response.status).toBe(504);
  expect(requested).toHaveLength(1);
});
