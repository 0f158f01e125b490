import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import {
  createCallerAuthenticator,
  type Graph,
  type HttpServer,
  type HttpServerOptions,
  startHttpServer,
} from '../../../gateway/index.js';
import type { OperatorCaller } from '../../../platform/caller.js';
import { createLog } from '../../../platform/log.js';
import { testConfiguration } from '../../support/index.js';
import { schemaGraph } from './schema-graph.js';

export const adminToken = 'an-administrator-of-this-test';
export const analystToken = 'an-analyst-of-this-test';
const analyst: OperatorCaller = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' };

/** A response whose body the tests verify. */
export interface TestResponse extends Response {
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response, including a wrong one
  json(): Promise<any>;
}

export interface Served extends HttpServer {
  /** The parsed lines of the server's log. */
  readonly logged: Record<string, unknown>[];
  fetch(path: string, init?: RequestInit): Promise<TestResponse>;
  /** Sends a POST with GraphQL parameters. */
  sendRequest(parameters: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

export interface ServeOptions extends Partial<Omit<HttpServerOptions, 'configuration' | 'log'>> {
  environment?: Record<string, string>;
}

/** A server on a free port, closed at the end of the test. */
export async function serve(options: ServeOptions = {}): Promise<Served> {
  const logged: Record<string, unknown>[] = [];
  const graph: Graph = options.graph ?? schemaGraph('type Query { hello: String }', { hello: () => 'world' });
  const { environment, ...rest } = options;
  const server = await startHttpServer({
    database: { ready: () => true, reserved: { guard: async () => undefined as never } },
    authenticator: createCallerAuthenticator({
      adminTokens: [{ name: 'admin', token: adminToken }],
      operatorTokens: { find: (token) => (token === analystToken ? analyst : undefined), isActive: () => true },
    }),
    pagesFolder: '/nonexistent',
    ...rest,
    graph,
    configuration: testConfiguration({ RAMPART_SERVER_PORT: '0', ...environment }),
    log: createLog({ level: 'debug', destination: lines(logged) }),
  });
  onTestFinished(() => server.close());
  const fetchPath = (path: string, init?: RequestInit): Promise<TestResponse> => fetch(`${server.url}${path}`, init);
  return {
    ...server,
    logged,
    fetch: fetchPath,
    sendRequest: (parameters, headers) =>
      fetchPath('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof parameters === 'string' ? parameters : JSON.stringify(parameters),
      }),
  };
}

/** A stream that parses each line of a log and appends it to the target. */
export function lines(target: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) target.push(JSON.parse(line));
      done();
    },
  });
}
