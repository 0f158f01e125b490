import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { connectRemoteParts } from '../../command-line/remote-parts.js';
import { createCallers, type DataSource, type HttpServer, startHttpServer } from '../../gateway/index.js';
import type { Authenticator, Caller } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { createLog } from '../../platform/log.js';
import { listeningServices, restAdapters } from '../../rest-adapters/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { graphOver, testConfiguration } from '../support/index.js';

/** Every domain hangs; what the documented paths answer when the time of a request is up, wherever the domains run. */

const configuration = testConfiguration({
  RAMPART_SERVER_PORT: '0',
  RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.2',
  RAMPART_CLUSTER_SHARED_SECRET: 'a-secret-of-gateway-and-subgraphs-in-this-test',
});
const log = createLog({ level: 'silent' });
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const callers: Readonly<Record<string, Caller>> = {
  account: { kind: 'account', accountId: 'an-account', username: 'ada' },
  client: { kind: 'mirror-client', clientId: 'reader' },
};
const authenticate: Authenticator = ({ headers }) => callers[headers.authorization?.slice('Bearer '.length) ?? ''];

type DataSources = Readonly<Record<string, DataSource>>;

function serve(dataSources: DataSources): Promise<HttpServer> {
  const graph = graphOver(dataSources);
  return startHttpServer({
    ...{ configuration, log, graph, pagesFolder: '/nonexistent' },
    database: { ready: () => true, guard: () => Promise.reject(new Error('nobody asks the database')) },
    callers: createCallers({ operatorTokens: { find: () => undefined }, authenticators: [authenticate] }),
    adapters: restAdapters({ graph, log }),
    serviceListeners: listeningServices({ graph, log }).map((service) => ({
      ...{ ...service, host: '127.0.0.1', port: 0, certificate: undefined },
    })),
  });
}

/** What a form of deployment asked of its domains. */
interface Form {
  readonly server: HttpServer;
  /** The domain of each request that reached one, and when its work was stopped. */
  readonly asked: { readonly domain: string; readonly stopped: Promise<unknown> }[];
}

async function inOneProcess(): Promise<Form> {
  const asked: Form['asked'] = [];
  const hanging = (domain: string): DataSource => ({
    execute({ context: { signal } }) {
      asked.push({ domain, stopped: once(signal, 'abort') });
      return new Promise(() => {});
    },
  });
  const server = await serve(Object.fromEntries(subgraphs.map(({ name }) => [name, hanging(name)])));
  closing.push(() => server.close());
  return { server, asked };
}

async function asProcessesApart(): Promise<Form> {
  const asked: Form['asked'] = [];
  const hanging = createServer(({ url = '', socket }) => {
    asked.push({ domain: url.replace('/subgraphs/', ''), stopped: once(socket, 'close') });
  });
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo; // It listens on TCP.
  const elsewhere = subgraphs.map((definition) => ({ definition, url: `http://127.0.0.1:${port}` }));
  const remote = connectRemoteParts({ configuration, clock: systemClock }, elsewhere);
  const server = await serve(Object.fromEntries(remote.dataSources));
  closing.push(async () => {
    await server.close();
    await remote.close();
    hanging.closeAllConnections();
    hanging.close();
  });
  return { server, asked };
}

const tooLong = 'The request took too long. Ask for less at once, or try again later.';
const graphApiError = (message: string): object => ({ error: { code: 'generalException', message } });
const forms = [
  ['in one process', inOneProcess, () => tooLong],
  ['as processes apart', asProcessesApart, (domain: string) => `The ${domain} service did not answer in time`],
] as const;

/** One path of each form that a dialect has for this. */
const cases = [
  ['alerts', 'GET', '/alerts', {}, (message: string) => ({ detail: message })],
  ['alerts', 'POST', '/feedback', { body: {} }, (message: string) => ({ detail: message })],
  ['zones', 'GET', '/api/v1/zones/', { as: 'account' }, (message: string) => ({ detail: message })],
  ['licenses', 'GET', '/api/get-licenses/', {}, (message: string) => ({ message })],
  ['drive', 'POST', '/drive/notifications', { body: { value: [] } }, graphApiError],
  ['drive', 'GET', '/v1.0/subscriptions', { as: 'client' }, graphApiError],
] as const;

describe.each(forms)('%s, when the time of a request is up', async (_form, start, messageOf) => {
  const { server, asked } = await start();
  test.each(cases)(
    '%s: %s %s is answered with 504, the work is stopped, and nobody is asked again',
    async (domain, method, path, request, bodyOf) => {
      asked.length = 0;
      const { as, body }: { as?: string; body?: object } = request;
      const url = server.serviceUrls.get(domain) ?? server.url;
      const answer = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(as !== undefined && { authorization: `Bearer ${as}` }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([504, bodyOf(messageOf(domain))]);
      expect(asked.map((each) => each.domain)).toEqual([domain]);
      await asked[0]?.stopped;
    },
  );
});
