import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildGraph, type DataSource, HttpDataSource, InProcessDataSource } from '../../gateway/execution/index.js';
import { testRequest, world, worldContext, worldSupergraph } from './world/index.js';

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: { query: string; variables: Record<string, unknown> };
  readonly port: number | undefined;
}

let server: Server;
let url: string;
let seen: Seen[];
let answer: { status: number; body: string; type?: string };

const reviews = new InProcessDataSource({ schema: schemaOf('reviews'), createContext: worldContext });

function schemaOf(name: string) {
  const subgraph = world.find((candidate) => candidate.name === name);
  if (subgraph === undefined) throw new Error(`No subgraph ${name}`);
  return subgraph.schema;
}

async function respond(request: IncomingMessage): Promise<typeof answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  seen.push({ headers: request.headers, body, port: request.socket.remotePort });
  if (request.url !== '/reviews') return answer;
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
    const { status, body, type } = await respond(request);
    response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  seen = [];
});

function fetchFrom(path: string, options: Partial<ConstructorParameters<typeof HttpDataSource>[0]> = {}) {
  const dataSource = new HttpDataSource({ name: 'reviews', url: `${url}${path}`, ...options });
  const text = 'query Q($id: ID!) { review(id: $id) { id } }';
  return dataSource.execute({
    text,
    document: parse(text),
    operationName: 'Q',
    variables: { id: 'r1' },
    context: testRequest(),
  });
}

describe('a subgraph over HTTP', () => {
  test('gives the graph what it gives in the same process', async () => {
    const inProcess = new Map<string, DataSource>(
      world.map(({ name, schema }) => [name, new InProcessDataSource({ schema, createContext: worldContext })]),
    );
    const overHttp = new Map(inProcess).set('reviews', new HttpDataSource({ name: 'reviews', url: `${url}/reviews` }));
    const document =
      '{ latest(first: 4) { text stars author { name } about { title rating } } product(id: "4") { name score reviews { id } } }';
    const answers = [inProcess, overHttp].map(async (dataSources) => {
      const prepared = buildGraph({ supergraphSdl: worldSupergraph, dataSources }).prepare({ document });
      return JSON.parse(JSON.stringify(await prepared.execute({ variables: {}, context: testRequest() })));
    });
    const [local, remote] = await Promise.all(answers);
    expect(remote).toEqual(local);
    expect(remote.errors.length).toBeGreaterThan(0);
  });

  test('is sent the document, the variables, the signed headers and the id of the request', async () => {
    answer = { status: 200, body: '{"data":{"review":null}}' };
    await fetchFrom('/', { sign: ({ body, context }) => ({ 'x-signature': `${body.length} ${context.caller.kind}` }) });
    expect(seen[0]?.body).toEqual({
      query: expect.stringContaining('query Q'),
      operationName: 'Q',
      variables: { id: 'r1' },
    });
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-request-id': 'test',
      'x-signature': expect.stringMatching(/^\d+ anonymous$/),
    });
  });

  test('is asked over connections that stay open', async () => {
    answer = { status: 200, body: '{"data":{"review":null}}' };
    for (let count = 0; count < 8; count++) await fetchFrom('/');
    expect(new Set(seen.map(({ port }) => port)).size).toBeLessThan(8);
  });

  test('may answer GraphQL with another status', async () => {
    answer = { status: 400, body: '{"errors":[{"message":"no","extensions":{"code":"BAD_USER_INPUT"}}]}' };
    expect(await fetchFrom('/')).toMatchObject({ errors: [{ message: 'no' }] });
  });

  test.each([
    ['answers no JSON', { status: 502, body: '<html>' }],
    ['answers no GraphQL', { status: 401, body: '{"message":"who are you"}' }],
    ['redirects', { status: 302, body: '' }],
  ])('that %s has failed', async (_, bad) => {
    answer = bad;
    await expect(fetchFrom('/')).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.not.stringContaining('127.0.0.1'),
    });
  });

  test('that is not there has failed', async () => {
    const refusing = async (): Promise<never> => {
      throw new TypeError('fetch failed');
    };
    await expect(fetchFrom('/', { fetch: refusing })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  });
});
