import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildGraph,
  type DataSource,
  type FetchRequest,
  HttpDataSource,
  InProcessDataSource,
  serializedText,
} from '../../gateway/execution/index.js';
import { shopContext, shopSubgraphs, shopSupergraph, testRequest } from './shop/index.js';

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: { query: string; variables: Record<string, unknown> };
  readonly port: number | undefined;
}

let server: Server;
let url: string;
let observedRequests: Seen[];
const sources: HttpDataSource[] = [];
let nextResponse: TestResponse;

interface TestResponse {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  /** Delays the response until the promise settles. */
  readonly delay?: Promise<unknown>;
  /** Number of next requests for which the server closes the connection instead of responding. */
  hangUp?: number;
}

const reviews = new InProcessDataSource({ schema: schemaOf('reviews'), createContext: shopContext });

function schemaOf(name: string) {
  const subgraph = shopSubgraphs.find((candidate) => candidate.name === name);
  if (subgraph === undefined) throw new Error(`No subgraph ${name}`);
  return subgraph.schema;
}

async function respond(request: IncomingMessage): Promise<TestResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  observedRequests.push({ headers: request.headers, body, port: request.socket.remotePort });
  if (request.url !== '/reviews') return nextResponse;
  const fetch = {
    text: body.query,
    document: parse(body.query),
    operationName: body.operationName,
    variables: body.variables,
  };
  return { status: 200, body: JSON.stringify(await reviews.execute({ ...fetch, context: testRequest() })) };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { status, body, type, delay } = await respond(request);
    await delay;
    if (nextResponse?.hangUp) {
      nextResponse.hangUp -= 1;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await Promise.all(sources.map((source) => source.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  observedRequests = [];
});

function requestFor(text = 'query Q($id: ID!) { review(id: $id) { id } }', signal?: AbortSignal): FetchRequest {
  return { text, document: parse(text), operationName: 'Q', variables: { id: 'r1' }, context: testRequest(signal) };
}

function fetchFrom(
  path: string,
  options: Partial<ConstructorParameters<typeof HttpDataSource>[0]> = {},
  request = requestFor(),
) {
  const dataSource = new HttpDataSource({ name: 'reviews', url: `${url}${path}`, ...options });
  sources.push(dataSource);
  return dataSource.execute(request);
}

describe('a subgraph over HTTP', () => {
  test('returns the same data as a subgraph in the same process', async () => {
    const inProcess = new Map<string, DataSource>(
      shopSubgraphs.map(({ name, schema }) => [name, new InProcessDataSource({ schema, createContext: shopContext })]),
    );
    const overHttp = new Map(inProcess).set('reviews', new HttpDataSource({ name: 'reviews', url: `${url}/reviews` }));
    const document =
      '{ latest(first: 4) { text stars author { name } about { title rating } } product(id: "4") { name score reviews { id } } }';
    const results = [inProcess, overHttp].map(async (dataSources) => {
      const prepared = buildGraph({ supergraphSdl: shopSupergraph, dataSources }).prepare({ document });
      return JSON.parse(JSON.stringify(await prepared.execute({ variables: {}, context: testRequest() })));
    });
    const [local, remote] = await Promise.all(results);
    expect(remote).toEqual(local);
    expect(remote.errors.length).toBeGreaterThan(0);
  });

  test('receives the document, the variables, the signed headers and the request id', async () => {
    nextResponse = { status: 200, body: '{"data":{"review":null}}' };
    await fetchFrom('/', { sign: ({ body, context }) => ({ 'x-signature': `${body.length} ${context.requestId}` }) });
    expect(observedRequests[0]?.body).toEqual({
      query: expect.stringContaining('query Q'),
      operationName: 'Q',
      variables: { id: 'r1' },
    });
    expect(observedRequests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-request-id': 'test',
      'x-signature': expect.stringMatching(/^\d+ test$/),
    });
  });

  test('is called over persistent connections', async () => {
    nextResponse = { status: 200, body: '{"data":{"review":null}}' };
    const dataSource = new HttpDataSource({ name: 'reviews', url: `${url}/` });
    sources.push(dataSource);
    for (let count = 0; count < 8; count++) await dataSource.execute(requestFor());
    expect(new Set(observedRequests.map(({ port }) => port)).size).toBeLessThan(4);
  });

  test('may return a GraphQL response with any status', async () => {
    nextResponse = { status: 400, body: '{"errors":[{"message":"no","extensions":{"code":"BAD_USER_INPUT"}}]}' };
    expect(await fetchFrom('/')).toMatchObject({ errors: [{ message: 'no' }] });
  });

  test('may start its response with a byte order mark', async () => {
    nextResponse = { status: 200, body: '\uFEFF{"data":{"review":{"id":"r1"}}}' };
    expect(await fetchFrom('/')).toEqual({ data: { review: { id: 'r1' } } });
  });

  test.each([
    ['returns invalid JSON', { status: 502, body: '<html>' }],
    ['returns no GraphQL response', { status: 401, body: '{"message":"who are you"}' }],
    ['redirects', { status: 302, body: '' }],
    ['returns neither data nor errors', { status: 200, body: '{"errors":[]}' }],
    ['returns null without an error', { status: 500, body: '{"data":null}' }],
    [
      'returns data with an object as errors',
      { status: 200, body: '{"data":{"review":null},"errors":{"message":"no"}}' },
    ],
  ])('fails if it %s', async (_, faultyResponse) => {
    nextResponse = faultyResponse;
    await expect(fetchFrom('/')).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.not.stringContaining('127.0.0.1'),
    });
  });

  test('returns the received text with the result, and parses it only if its data is read', async () => {
    const responseText = '{"data":{"review": {"stars":5,"id":"r1"}}}';
    nextResponse = { status: 200, body: responseText };
    const dataSources = new Map<string, DataSource>(
      shopSubgraphs.map(({ name, schema }) => [name, new InProcessDataSource({ schema, createContext: shopContext })]),
    );
    const trusted = new HttpDataSource({
      name: 'reviews',
      url: `${url}/`,
      isTrusted: true,
      writesErrorsFirst: true,
    });
    sources.push(trusted);
    const graph = buildGraph({ supergraphSdl: shopSupergraph, dataSources: dataSources.set('reviews', trusted) });
    const prepared = graph.prepare({ document: '{ review(id: "r1") { stars id } }' });
    const execute = () => prepared.execute({ variables: {}, context: testRequest() });
    const result = await execute();
    expect(serializedText(result)).toBe(responseText);
    expect(serializedText({ ...result })).toBeUndefined();
    expect(result.data).toEqual({ review: { stars: 5, id: 'r1' } });
    nextResponse = { status: 200, body: '{"errors":[{"message":"no","path":["review"]}],"data":{"review":null}}' };
    const failed = await execute();
    expect(serializedText(failed)).toBeUndefined();
    expect(failed).toMatchObject({ data: { review: null }, errors: [{ message: 'no' }] });
  });

  test('fails if it is unavailable', async () => {
    await expect(fetchFrom('/', { url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  });

  test('does not delay an aborted request', async () => {
    const stopped = new AbortController();
    nextResponse = {
      status: 200,
      body: '{"data":{}}',
      delay: new Promise((resolve) => stopped.signal.addEventListener('abort', resolve)),
    };
    const fetching = fetchFrom('/', {}, requestFor(undefined, stopped.signal));
    await expect.poll(() => observedRequests.length).toBe(1);
    stopped.abort(new Error('the client is gone'));
    await expect(fetching).rejects.toThrow('the client is gone');
  });

  test('is not called after the request timeout', async () => {
    nextResponse = { status: 200, body: '{"data":{"review":null}}' };
    const time = { timeoutMs: 5_000, sharesTimeOfRequest: true };
    const late = requestFor();
    const startedAt = performance.now() - 5_001;
    await expect(fetchFrom('/', time, { ...late, context: { ...late.context, startedAt } })).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: expect.stringContaining('was not called'),
    });
    expect(observedRequests).toEqual([]);
    expect(await fetchFrom('/', time)).toEqual({ data: { review: null } });
  });

  test('receives a query again if it closed the connection, but not a mutation', async () => {
    nextResponse = { status: 200, body: '{"data":{"review":null}}', hangUp: 1 };
    expect(await fetchFrom('/')).toEqual({ data: { review: null } });
    expect(observedRequests).toHaveLength(2);
    nextResponse = { status: 200, body: '{"data":{"review":null}}', hangUp: 1 };
    await expect(fetchFrom('/', {}, requestFor('mutation Q { act }'))).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    });
    expect(observedRequests).toHaveLength(3);
  });
});
