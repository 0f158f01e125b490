import {
  defaultSubgraphSettings,
  fixedSource,
  type StandaloneGatewayOptions,
  type SubgraphSettings,
  startStandaloneGateway,
} from '../../../../gateway/standalone/index.js';
import { silentLog } from '../../../../platform/log.js';
import { testConfiguration } from '../../../support/index.js';

export interface StartOptions extends Partial<Omit<StandaloneGatewayOptions, 'subgraphs'>> {
  readonly supergraphSdl?: string;
  readonly environment?: Record<string, string>;
  readonly subgraphs?: Partial<SubgraphSettings>;
  readonly bySubgraph?: ReadonlyMap<string, Partial<SubgraphSettings>>;
  readonly subgraphUrls?: ReadonlyMap<string, string>;
}

/** Starts a gateway over external subgraphs, with only the options that a test sets. */
export function startGateway(options: StartOptions) {
  const { environment, supergraphSdl = '', subgraphUrls, subgraphs, bySubgraph, ...own } = options;
  return startStandaloneGateway({
    configuration: testConfiguration({ RAMPART_SERVER_PORT: '0', ...environment }),
    log: silentLog,
    source: fixedSource('the test', supergraphSdl),
    subgraphs: {
      defaults: { ...defaultSubgraphSettings, maxRetries: 0, timeoutMs: 5000, ...subgraphs },
      byName: bySubgraph ?? new Map(),
      urls: subgraphUrls ?? new Map(),
    },
    forwardedHeaders: ['authorization'],
    responseHeaders: new Map(),
    cors: { origins: [], allowsCredentials: false, requestHeaders: [] },
    authentication: { jwt: undefined, proxy: undefined },
    unauthorized: 'filter',
    schemaIsPublic: false,
    pagesFolder: '/nonexistent',
    ...own,
  });
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a response is any JSON, of which tests access arbitrary members
  readonly body: any;
}

export async function sendRequest(
  url: string,
  query: string,
  { variables, headers }: { variables?: object; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
