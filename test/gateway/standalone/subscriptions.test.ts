import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedProtocolErrors } from '@apollo/client/errors';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fixedSource, type SubgraphSettings } from '../../../gateway/standalone/index.js';
import {
  type Subscriber,
  subscribeOverEvents,
  subscribeOverWebSocket,
  transports,
} from '../../events/support/subscribe.js';
import {
  federated,
  type HttpSubgraph,
  type HttpSubgraphs,
  serveSubgraphs,
} from '../../execution/support/http-subgraphs.js';
import { type Issuer, startIssuer } from './support/issuer.js';
import { type StartOptions, sendRequest, startGateway } from './support/start.js';

const typeDefs = federated(`
  type Query { reviews: Int review: Review }
  type Subscription {
    reviewAdded: Review
    reviewsAdded: [Review!]
    reviewed(id: ID): Review
    rejected: Review
    secret: Int @requiresScopes(scopes: [["secrets"]])
  }
  type Review @key(fields: "id") { id: ID! product: Product }
  type Product @key(fields: "id") { id: ID! }
`);
/** The subgraph executes queries in this process, and subscriptions in a separate one. */
const reviews: HttpSubgraph = {
  name: 'reviews',
  typeDefs,
  resolvers: { Query: { reviews: () => 1, review: () => ({ id: 'r1', product: { id: 'p1' } }) } },
};
const products: HttpSubgraph = {
  name: 'products',
  typeDefs: federated(`
    type Query { products: Int }
    type Subscription { productAdded: Product }
    type Product @key(fields: "id") { id: ID! name: String price: Int }
  `),
  resolvers: {
    Query: { products: () => 1 },
    Product: {
      name: ({ id }: { id: string }) => `name of ${id}`,
      price: () => {
        throw new Error('no price');
      },
    },
  },
};

let subgraphs: HttpSubgraphs;
let events: ChildProcess;
let eventsUrl: string;
let issuer: Issuer;
let gateway: Awaited<ReturnType<typeof start>>;

async function start(options: StartOptions = {}, settings: Partial<SubgraphSettings> = {}) {
  const claims = { scopeClaims: ['scope'], policyClaims: [] };
  const jwt = { keys: issuer.keysUrl, issuers: [], audiences: [], ...claims };
  return await startGateway({
    supergraphSdl: subgraphs.supergraphSdl,
    authentication: { jwt, proxy: undefined },
    bySubgraph: new Map([['reviews', { subscriptions: 'sse', subscriptionUrl: `${eventsUrl}/stream`, ...settings }]]),
    ...options,
  });
}

async function publish(name: string, payload: unknown): Promise<void> {
  await fetch(`${eventsUrl}/publish?name=${name}`, { method: 'POST', body: JSON.stringify(payload) });
}

interface SubgraphState {
  readonly open: number;
  readonly opened: number;
  readonly headers: Record<string, string>;
}

async function readState(): Promise<SubgraphState> {
  return (await (await fetch(`${eventsUrl}/state`)).json()) as SubgraphState; // The response format of event-subgraph.ts.
}

/** Polls until a value is as expected, because a busy machine needs more time. */
function expectEventually<Value>(read: () => Value) {
  return expect.poll(read);
}

/** Waits until the subgraph has this number of subscriptions. */
async function waitForOpenCount(count: number): Promise<void> {
  await expectEventually(async () => (await readState()).open).toBe(count);
}

function codesOf({ responses, failure }: Subscriber): unknown[] {
  const errors = responses.at(-1)?.errors ?? (Array.isArray(failure) ? failure : []);
  return errors.map(({ extensions }) => extensions?.code);
}

/** The error that the transport reports: an HTTP status or codes. */
function rejectionOf(subscriber: Subscriber): string {
  return `${subscriber.failure} ${codesOf(subscriber).join(' ')}`;
}

beforeAll(async () => {
  issuer = await startIssuer();
  subgraphs = await serveSubgraphs([reviews, products]);
  const script = join(import.meta.dirname, 'support', 'event-subgraph.ts');
  events = spawn(process.execPath, [script, typeDefs], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (events.stdout === null) throw new Error('the process has an output');
  const [printed] = await once(events.stdout, 'data');
  eventsUrl = String(printed).trim();
  gateway = await start();
});

afterAll(async () => {
  await gateway.close();
  events.kill();
  await subgraphs.close();
  await issuer.close();
});

describe.each(transports)('a subscription over %s to a subgraph', (_, subscribe) => {
  test('sends each event with fields of other subgraphs, which are requested once for all objects of an event', async () => {
    const token = await issuer.sign({});
    const query =
      'subscription ($p: Boolean = false) { added: reviewsAdded { id product { id name price @include(if: $p) } } }';
    const subscriber = subscribe(gateway.url, { query, token, variables: { p: true } });
    await waitForOpenCount(1);
    subgraphs.observedRequests.length = 0;
    for (const id of ['r1', 'r2', 'r3']) await publish('reviews', { id, product: { id: 'p1' } });
    await subscriber.got(3);
    expect(subscriber.responses.map(({ data }) => data?.added[0].id)).toEqual(['r1', 'r2', 'r3']);
    const [first] = subscriber.responses;
    expect(first?.data).toEqual({
      added: [
        { id: 'r1', product: { id: 'p1', name: 'name of p1', price: null } },
        { id: 'r1', product: { id: 'p2', name: 'name of p2', price: null } },
      ],
    });
    expect(first?.errors?.map(({ path }) => path)).toEqual([
      ['added', 0, 'product', 'price'],
      ['added', 1, 'product', 'price'],
    ]);
    expect(subgraphs.observedRequests.map(({ subgraph, variables }) => [subgraph, variables.representations])).toEqual(
      Array.from({ length: 3 }, () => [
        'products',
        [
          { __typename: 'Product', id: 'p1' },
          { __typename: 'Product', id: 'p2' },
        ],
      ]),
    );
    const { headers } = await readState();
    expect([headers.authorization, subgraphs.observedRequests[0]?.headers.authorization]).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ]);
    subscriber.close();
    await waitForOpenCount(0);
  });

  test('does not complete an event with a response to an equal query that was sent before the event', async () => {
    const held = Promise.withResolvers<void>();
    const body = '{"data":{"_entities":[{"name":"old"}]}}';
    const subscriber = subscribe(gateway.url, { query: 'subscription { reviewAdded { product { name } } }' });
    await waitForOpenCount(1);
    subgraphs.observedRequests.length = 0;
    const countSent = () => subgraphs.observedRequests.filter(({ subgraph }) => subgraph === 'products').length;
    subgraphs.instead.set('products', { status: 200, body, delay: held.promise });
    const earlier = sendRequest(gateway.url, '{ review { product { name } } }');
    await expectEventually(countSent).toBe(1);
    subgraphs.instead.clear();
    await publish('reviews', { id: 'r1', product: { id: 'p1' } });
    await expectEventually(countSent).toBe(2);
    held.resolve();
    expect((await earlier).body.data.review.product.name).toBe('old');
    expect((await subscriber.got(1))[0]?.data.reviewAdded.product.name).toBe('name of p1');
    subscriber.close();
    await waitForOpenCount(0);
  });

  test('sends all digits of a number in variables to the subgraph', async () => {
    const id = '9007199254740993';
    const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };
    const query = 'subscription ($id: ID) { reviewed(id: $id) { id } }';
    const subscriber = subscribe(gateway.url, { query, variables: { id: rawJSON(id) } });
    await waitForOpenCount(1);
    await publish(id, { id: 'r1' });
    expect((await subscriber.got(1))[0]?.data).toEqual({ reviewed: { id: 'r1' } });
    subscriber.close();
    await waitForOpenCount(0);
  });

  test('completes when the subgraph completes it', async () => {
    const subscriber = subscribe(gateway.url, { query: 'subscription { reviewAdded { id } }' });
    await waitForOpenCount(1);
    await publish('reviews', null);
    await expectEventually(() => subscriber.isComplete).toBe(true);
    expect([subscriber.responses, subscriber.failure]).toEqual([[], undefined]);
  });

  test('ends with an error when the connection to the subgraph is lost', async () => {
    const subscriber = subscribe(gateway.url, { query: 'subscription { reviewAdded { id } }' });
    await waitForOpenCount(1);
    await fetch(`${eventsUrl}/cut`);
    await expectEventually(() => codesOf(subscriber)).toEqual(['UPSTREAM_FAILED']);
    await waitForOpenCount(0);
  });

  test('is rejected with the errors of the subgraph, and for invalid documents and positions', async () => {
    for (const [query, after, code] of [
      ['subscription { rejected { id } }', undefined, 'DOWNSTREAM_SERVICE_ERROR'],
      ['subscription { reviewAdded { nothing } }', undefined, 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { reviewAdded { id } reviewsAdded { id } }', undefined, 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { reviewAdded { id } }', 'abc-1', 'GONE'],
    ] as const) {
      const rejected = subscribe(gateway.url, { query, ...(after && { after }) });
      await expectEventually(() => codesOf(rejected)).toEqual([code]);
    }
  });

  test('is rejected before a request to the subgraph if the credentials do not permit it, and ends when they expire', async () => {
    const query = 'subscription { secret }';
    const { opened } = await readState();
    const unauthenticated = subscribe(gateway.url, { query });
    await expectEventually(() => rejectionOf(unauthenticated)).toMatch(/401|UNAUTHENTICATED/);
    const other = subscribe(gateway.url, { query, token: await issuer.sign({ scope: 'other' }) });
    await expectEventually(() => rejectionOf(other)).toMatch(/403|FORBIDDEN/);
    expect((await readState()).opened).toBe(opened);
    const token = await issuer.sign({ scope: 'secrets' }, { expires: '4s' });
    const permitted = subscribe(gateway.url, { query, token });
    await waitForOpenCount(1);
    await publish('secrets', 7);
    expect((await permitted.got(1))[0]).toEqual({ data: { secret: 7 } });
    await waitForOpenCount(0);
    const rejections = (): unknown => (subscribe === subscribeOverEvents ? codesOf(permitted) : permitted.failure);
    await expectEventually(rejections).toMatchObject(
      subscribe === subscribeOverEvents ? ['UNAUTHENTICATED'] : { code: 4403 },
    );
  });

  test('ends without completion when the supergraph is replaced, so clients reconnect', async () => {
    const { supergraphSdl } = subgraphs;
    let sdl = supergraphSdl;
    const source = { ...fixedSource('the test', ''), read: async () => sdl };
    const reloaded = await start({ source });
    onTestFinished(() => reloaded.close());
    const subscriber = subscribe(reloaded.url, { query: 'subscription { reviewAdded { id } }' });
    await waitForOpenCount(1);
    sdl = `${supergraphSdl}\n# another version`;
    expect(await reloaded.reload()).toBe('replaced');
    await waitForOpenCount(0);
    const expected = subscribe === subscribeOverEvents ? { name: 'NetworkError' } : { code: 1012 };
    await expectEventually(() => subscriber.failure).toMatchObject(expected);
    expect(subscriber.isComplete).toBe(false);
  });
});

test('Apollo Client reads a subscription over HTTP, its completion, and its error', async () => {
  const link = new HttpLink({ uri: `${gateway.url}/graphql` });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  onTestFinished(() => client.stop());
  const collected: unknown[] = [];
  const follow = (query: string) =>
    client.subscribe({ query: gql(query), fetchPolicy: 'no-cache' }).subscribe({
      next: ({ data, error }) =>
        void collected.push(data ?? (CombinedProtocolErrors.is(error) ? error.errors[0]?.extensions?.code : error)),
      error: (error) => void collected.push(error),
      complete: () => void collected.push('complete'),
    });
  follow('subscription { reviewAdded { id product { name } } }');
  await waitForOpenCount(1);
  await publish('reviews', { id: 'r1', product: { id: 'p1' } });
  await expectEventually(() => collected.length).toBe(1);
  await publish('reviews', { id: 'r2', product: { id: 'p2' } });
  await expectEventually(() => collected.length).toBe(2);
  await publish('reviews', null);
  const review = (number: number) => ({
    reviewAdded: {
      ...{ __typename: 'Review', id: `r${number}` },
      product: { __typename: 'Product', name: `name of p${number}` },
    },
  });
  await expectEventually(() => collected).toEqual([review(1), review(2), 'complete']);
  follow('subscription { reviewAdded { id } }');
  await waitForOpenCount(1);
  await fetch(`${eventsUrl}/cut`);
  await expectEventually(() => collected.slice(3)).toEqual(['UPSTREAM_FAILED', 'complete']);
});

test('a subgraph that responds to a subscription with 401 rejects the client', async () => {
  const rejecting = await start({}, { subscriptionUrl: `${eventsUrl}/unauthorized` });
  onTestFinished(() => rejecting.close());
  const rejected = subscribeOverWebSocket(rejecting.url, { query: 'subscription { reviewAdded { id } }' });
  await expectEventually(() => codesOf(rejected)).toEqual(['UNAUTHENTICATED']);
});

test('limits the subscriptions of a client', async () => {
  const limited = await start({ environment: { RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '1' } });
  const query = 'subscription { reviewAdded { id } }';
  subscribeOverEvents(limited.url, { query });
  await waitForOpenCount(1);
  const second = subscribeOverEvents(limited.url, { query });
  await expectEventually(() => rejectionOf(second)).toContain('429');
  expect((await readState()).open).toBe(1);
  // A stopping server ends its streams, and with them those of its subgraphs.
  await limited.close();
  await waitForOpenCount(0);
});

describe('the schema of a gateway', () => {
  const fields = '{ __schema { subscriptionType { fields { name } } } }';
  const subscriptionsOf = async (url: string): Promise<string[] | undefined> => {
    const { body } = await sendRequest(url, fields);
    const type = body.data.__schema.subscriptionType as { fields: { name: string }[] } | null;
    return type?.fields.map(({ name }) => name).sort();
  };

  test('shows the subscriptions of subgraphs that can be subscribed to, and no others', async () => {
    expect(await subscriptionsOf(gateway.url)).toEqual([
      ...['rejected', 'reviewAdded', 'reviewed', 'reviewsAdded', 'secret'],
    ]);
    const hidden = subscribeOverWebSocket(gateway.url, { query: 'subscription { productAdded { id } }' });
    await expectEventually(() => codesOf(hidden)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  test.each<[string, StartOptions]>([
    ['without a subgraph that supports them', { bySubgraph: new Map() }],
    ['with the engine of Apollo', { engine: 'apollo' }],
  ])('shows no subscriptions %s', async (_, options) => {
    const other = await start({ unauthorized: undefined, ...options });
    onTestFinished(() => other.close());
    expect(await subscriptionsOf(other.url)).toBeUndefined();
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'subscription { reviewAdded { id } }' });
    const response = await fetch(`${other.url}/graphql`, { method: 'POST', headers, body });
    expect(await response.text()).toContain('This graph does not support subscriptions');
  });
});
