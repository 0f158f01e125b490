import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { createOperationDescriptor, getSingularSelector } from 'relay-runtime';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  federated,
  type HttpSubgraph,
  type HttpSubgraphs,
  serveSubgraphs,
} from '../../execution/support/http-subgraphs.js';
import { allOf, type Reading, type ReadOptions, readParts } from './support/read-parts.js';
import { loanFragment, relayEnvironment, shelfQuery } from './support/relay-shelf.js';
import { sendRequest, startGateway } from './support/start.js';

/** The promise that the slow subgraph waits for; undefined: it responds immediately. */
let heldResponse: Promise<void> | undefined;
let release = (): void => {};
let slowCalls = 0;

function hold(): void {
  heldResponse = new Promise((resolve) => {
    release = resolve;
  });
}

const books: HttpSubgraph = {
  name: 'books',
  typeDefs: federated(`
    type Query { books: [Book!] }
    type Mutation { lend(id: ID!): Book }
    type Book @key(fields: "id") { id: ID! title: String! }
    type Reader @key(fields: "id") { id: ID! name: String }
  `),
  resolvers: {
    Query: {
      books: () => [
        { id: 'b1', title: 'Tides' },
        { id: 'b2', title: 'Dunes' },
      ],
    },
    Reader: { name: ({ id }: { id: string }) => `name of ${id}` },
    Mutation: { lend: (_source: never, { id }: { id: string }) => ({ id, title: 'Lent' }) },
  },
};
const loans: HttpSubgraph = {
  name: 'loans',
  typeDefs: federated(`
    type Query { waiting: Int count: Int }
    type Book @key(fields: "id") { id: ID! borrower: String days: Int! reader: Reader }
    type Reader @key(fields: "id", resolvable: false) { id: ID! }
  `),
  resolvers: {
    Query: { waiting: () => heldResponse?.then(() => 7) ?? 7, count: () => 2 },
    Book: {
      __resolveReference: async ({ id }: { id: string }) => {
        slowCalls++;
        await heldResponse;
        return { id, borrower: id === 'b1' ? 'Ada' : null, days: id === 'b1' ? 3 : null, reader: { id: 'r1' } };
      },
    },
  },
};

let subgraphs: HttpSubgraphs;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  subgraphs = await serveSubgraphs([books, loans]);
  gateway = await startGateway({ supergraphSdl: subgraphs.supergraphSdl });
});

afterEach(() => {
  release();
  heldResponse = undefined;
});

afterAll(async () => {
  await gateway.close();
  await subgraphs.close();
});

const listed = '{ books { id title ... @defer(label: "loan") { borrower } } }';
const older = 'multipart/mixed;deferSpec=20220824, application/json';

async function read(query: string, options: Partial<ReadOptions> = {}): Promise<Reading> {
  return await readParts(gateway.url, query, { accept: older, ...options });
}

describe('@defer', () => {
  test('delivers the first part before a slow subgraph responds, and the others afterward', async () => {
    hold();
    const reading = await read(listed);
    expect(reading.contentType).toBe('multipart/mixed; boundary="-"; deferSpec=20220824');
    expect(await reading.next()).toEqual({
      data: {
        books: [
          { id: 'b1', title: 'Tides' },
          { id: 'b2', title: 'Dunes' },
        ],
      },
      hasNext: true,
    });
    release();
    expect(await reading.next()).toEqual({
      incremental: [
        { path: ['books', 0], label: 'loan', data: { borrower: 'Ada' } },
        { path: ['books', 1], label: 'loan', data: { borrower: null } },
      ],
      hasNext: false,
    });
    expect(await reading.next()).toBeUndefined();
  });

  test('announces parts with ids to clients that accept the newer format', async () => {
    const payloads = await allOf(
      await read(listed, { accept: 'multipart/mixed;incrementalSpec=v0.2, application/json' }),
    );
    expect(payloads).toEqual([
      {
        data: {
          books: [
            { id: 'b1', title: 'Tides' },
            { id: 'b2', title: 'Dunes' },
          ],
        },
        pending: [
          { id: '0', path: ['books', 0], label: 'loan' },
          { id: '1', path: ['books', 1], label: 'loan' },
        ],
        hasNext: true,
      },
      {
        incremental: [
          { id: '0', data: { borrower: 'Ada' } },
          { id: '1', data: { borrower: null } },
        ],
        completed: [{ id: '0' }, { id: '1' }],
        hasNext: false,
      },
    ]);
  });

  test.each([
    ['the proposal of 2022', new Defer20220824Handler()],
    ['graphql-js 17', new GraphQL17Alpha9Handler()],
  ])(
    'sends fast fields first to Apollo Client 4 with the handler of %s, then all fields',
    async (_name, incrementalHandler) => {
      hold();
      const link = new HttpLink({ uri: `${gateway.url}/graphql` });
      const client = new ApolloClient({ link, cache: new InMemoryCache(), incrementalHandler });
      const states: [string, unknown][] = [];
      const document = gql`query Shelf { books { id title ...Loan @defer(label: "loan") } } fragment Loan on Book { borrower }`;
      await new Promise<void>((resolve, reject) => {
        client.watchQuery({ query: document }).subscribe({
          next({ data, dataState, error }) {
            if (error !== undefined) reject(error);
            if (dataState === 'empty') return;
            states.push([dataState, JSON.parse(JSON.stringify(data))]);
            if (dataState === 'complete') resolve();
            else release();
          },
          error: reject,
        });
      });
      const book = (id: string, title: string) => ({ __typename: 'Book', id, title });
      const [tides, dunes] = [book('b1', 'Tides'), book('b2', 'Dunes')];
      expect(states[0]).toEqual(['streaming', { books: [tides, dunes] }]);
      expect(states.at(-1)).toEqual([
        'complete',
        {
          books: [
            { ...tides, borrower: 'Ada' },
            { ...dunes, borrower: null },
          ],
        },
      ]);
      client.stop();
    },
  );

  test('sends fast fields first to the store of Relay, then the fragment of each object', async () => {
    hold();
    const environment = relayEnvironment(gateway.url);
    const operation = createOperationDescriptor(shelfQuery, { later: true });
    /** The data that components read: their fields, and whether the fragment of each book is present. */
    const states: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      environment.execute({ operation }).subscribe({
        next() {
          // `books` has the shape that the query selects.
          const shelved = environment.lookup(operation.fragment).data?.books as ShelvedBook[];
          states.push(
            shelved.map((book) => {
              const selector = getSingularSelector(loanFragment, book);
              if (!selector) throw new Error('The book has no reference to the fragment');
              const loan = environment.lookup(selector);
              return [book.id, book.title, loan.isMissingData ? 'pending' : loan.data];
            }),
          );
          release();
        },
        error: reject,
        complete: resolve,
      });
    });
    const first = [
      ['b1', 'Tides', 'pending'],
      ['b2', 'Dunes', 'pending'],
    ];
    const last = [
      ['b1', 'Tides', { borrower: 'Ada' }],
      ['b2', 'Dunes', { borrower: null }],
    ];
    expect(states[0]).toEqual(first);
    expect(states.at(-1)).toEqual(last);
    expect(environment.check(operation).status).toBe('available');
  });

  test('sends one whole response if the client does not accept parts, or a condition or the plan defers nothing', async () => {
    const whole = {
      data: {
        books: [
          { id: 'b1', title: 'Tides', borrower: 'Ada' },
          { id: 'b2', title: 'Dunes', borrower: null },
        ],
      },
    };
    expect((await sendRequest(gateway.url, listed)).body).toEqual(whole);
    const conditional = 'query ($later: Boolean!) { books { id title ... @defer(if: $later) { borrower } } }';
    const accept = { headers: { accept: older } };
    expect((await sendRequest(gateway.url, conditional, { ...accept, variables: { later: false } })).body).toEqual(
      whole,
    );
    expect(
      (await sendRequest(gateway.url, '{ books { id ... @defer { title } } }', accept)).body.data.books,
    ).toHaveLength(2);
    expect((await read(conditional, { variables: { later: true } })).contentType).toContain('multipart/mixed');
  });

  test('delivers a failed part as null with its errors, without changing data that was delivered', async () => {
    const payloads = await allOf(
      await read('{ books { id ... @defer { days ... @defer(label: "inner") { borrower } } } }'),
    );
    const [first, second] = payloads;
    expect(first).toEqual({ data: { books: [{ id: 'b1' }, { id: 'b2' }] }, hasNext: true });
    expect(second).toMatchObject({
      incremental: [
        { path: ['books', 0], data: { days: 3 } },
        {
          path: ['books', 1],
          data: null,
          errors: [{ message: 'Cannot return null for non-nullable field Book.days.', path: ['books', 1, 'days'] }],
        },
        { path: ['books', 0], label: 'inner', data: { borrower: 'Ada' } },
      ],
      hasNext: false,
    });
    expect(payloads).toHaveLength(2);
  });

  test('reports an unreachable subgraph in the incremental results that need it', async () => {
    subgraphs.instead.set('loans', { status: 500, body: '' });
    const [first, second] = await allOf(await read(listed));
    subgraphs.instead.clear();
    expect(first).toEqual({
      data: {
        books: [
          { id: 'b1', title: 'Tides' },
          { id: 'b2', title: 'Dunes' },
        ],
      },
      hasNext: true,
    });
    expect(second).toMatchObject({
      incremental: [
        { data: { borrower: null }, errors: [{ extensions: { code: 'UPSTREAM_FAILED' } }] },
        { data: { borrower: null } },
      ],
      hasNext: false,
    });
  });

  test('defers fields of queries and of the objects that mutations return', async () => {
    hold();
    const roots = await read('{ books { id } ... @defer { waiting } }');
    expect(await roots.next()).toEqual({ data: { books: [{ id: 'b1' }, { id: 'b2' }] }, hasNext: true });
    release();
    expect(await roots.next()).toEqual({ incremental: [{ path: [], data: { waiting: 7 } }], hasNext: false });
    const lent = await allOf(await read('mutation { lend(id: "b1") { title ... @defer { borrower } } }'));
    expect(lent).toEqual([
      { data: { lend: { title: 'Lent' } }, hasNext: true },
      { incremental: [{ path: ['lend'], data: { borrower: 'Ada' } }], hasNext: false },
    ]);
  });

  test.each([
    ['mutation { ... @defer { lend(id: "b1") { id } } }', /Root fields of mutations cannot use @defer/],
    ['{ books { ... @defer(label: "a") { id } ... @defer(label: "a") { title } } }', /must be unique/],
    ['query ($l: String) { books { ... @defer(label: $l) { id } } }', /string literal/],
    [`{ books { ${'... @defer { borrower } '.repeat(21)} } }`, /21 deferred fragments.*at most 20/],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await sendRequest(gateway.url, query, {
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(message);
  });

  test('fails the parts that are not ready at the request timeout, and cancels their fetches', async () => {
    const impatient = await startGateway({
      supergraphSdl: subgraphs.supergraphSdl,
      environment: { RAMPART_GRAPHQL_TIMEOUT_SECONDS: '1' },
    });
    onTestFinished(() => impatient.close());
    subgraphs.observedRequests.length = 0;
    subgraphs.abandoned.length = 0;
    hold();
    const query = `{
      books { id ... @defer(label: "reader") { reader { name } } }
      ... @defer(label: "count") { count }
    }`;
    const payloads = await allOf(await readParts(impatient.url, query, { accept: older }));
    const latePart = (index: number) => ({ path: ['books', index], label: 'reader', data: null });
    const message = 'The request timed out. Request less data at once, or try again later.';
    expect(payloads).toEqual([
      { data: { books: [{ id: 'b1' }, { id: 'b2' }] }, hasNext: true },
      { incremental: [{ path: [], label: 'count', data: { count: 2 } }], hasNext: true },
      {
        incremental: [latePart(0), { ...latePart(1), errors: [{ message, extensions: { code: 'TIMEOUT' } }] }],
        hasNext: false,
      },
    ]);
    await expect.poll(() => subgraphs.abandoned.map(({ subgraph }) => subgraph)).toEqual(['loans']);
    release();
    await expect.poll(async () => await readActiveRequests(impatient.url)).toBe(0);
    // The names of the readers would require another fetch.
    expect(subgraphs.observedRequests.map(({ subgraph }) => subgraph).sort()).toEqual(['books', 'loans', 'loans']);
  });

  test('cancels its fetches when the client disconnects after the first part', async () => {
    hold();
    const disconnection = new AbortController();
    const reading = await read(listed, { signal: disconnection.signal });
    await reading.next();
    await expect.poll(() => slowCalls).toBeGreaterThan(0);
    disconnection.abort();
    await expect.poll(async () => await readActiveRequests()).toBe(0);
  });
});

interface ShelvedBook {
  readonly id: string;
  readonly title: string;
}

async function readActiveRequests(url = gateway.url): Promise<number> {
  const response = await fetch(`${url}/metrics`);
  const [, value] = /^rampart_\w*requests_active\S* (\d+)/m.exec(await response.text()) ?? [];
  return Number(value ?? Number.NaN);
}
