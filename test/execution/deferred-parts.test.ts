import { type ExecutionResult, graphql } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { isIncremental, type SubsequentResult } from '../../gateway/execution/incremental-result.js';
import { buildGraph, composeSupergraph, type DataSource } from '../../gateway/index.js';
import { testRequest } from './shop/index.js';
import { federated, type HttpSubgraph, schemaOf } from './support/http-subgraphs.js';

interface Row {
  readonly id: string;
}

const books: HttpSubgraph = {
  name: 'books',
  typeDefs: federated(`
    type Query { books: [Book!] featured: Book newest: Book! }
    type Book @key(fields: "id") { id: ID! title: String }
  `),
  resolvers: {
    Query: {
      books: () => [{ id: 'b1', title: 'Tides' }],
      featured: () => ({ id: 'b2', title: 'Reefs' }),
      newest: () => null,
    },
  },
};
const loans: HttpSubgraph = {
  name: 'loans',
  typeDefs: federated(`
    type Query { openLoans: Int }
    type Book @key(fields: "id") { id: ID! borrower: String days: Int! fine: Int loan: Loan }
    type Loan @key(fields: "id") { id: ID! since: String }
  `),
  resolvers: {
    Query: { openLoans: () => 2 },
    Book: {
      __resolveReference: (row: Row) => row,
      borrower: () => 'Ada',
      days: () => 3,
      fine: () => {
        throw new Error('No fine is known');
      },
      loan: () => ({ id: 'l1', since: 'May' }),
    },
  },
};
const prices: HttpSubgraph = {
  name: 'prices',
  typeDefs: federated(`
    type Book @key(fields: "id") { id: ID! price: Int }
    type Loan @key(fields: "id") { id: ID! fee: Int! }
  `),
  resolvers: {
    Book: { __resolveReference: (row: Row) => row, price: () => 10 },
    Loan: { __resolveReference: (row: Row) => row, fee: () => 1 },
  },
};

/** Replaces the next results of subgraphs. */
const replaced: Record<string, (object | Error | Promise<undefined>)[]> = {};

function sourceOf(subgraph: HttpSubgraph): DataSource {
  const schema = schemaOf(subgraph);
  return {
    async execute({ text, variables }) {
      const other = await replaced[subgraph.name]?.shift();
      if (other instanceof Error) throw other;
      return JSON.parse(JSON.stringify(other ?? (await graphql({ schema, source: text, variableValues: variables }))));
    },
  };
}

const graph = buildGraph({
  supergraphSdl: composeSupergraph([books, loans, prices]),
  dataSources: { books: sourceOf(books), loans: sourceOf(loans), prices: sourceOf(prices) },
});

async function execute(document: string, signal?: AbortSignal): Promise<{ result?: unknown; deliveries: unknown[] }> {
  const prepared = graph.prepare({ document });
  const result = await prepared.executeIncrementally?.({ variables: {}, context: testRequest(signal) });
  if (result === undefined || !isIncremental(result)) return { result: toPlain(result), deliveries: [] };
  const deliveries: unknown[] = [
    { initial: toPlain(result.initial), pending: result.pending.map(({ path }) => path.join('.')) },
  ];
  for await (const delivery of result.subsequentResults) deliveries.push(summaryOf(delivery));
  return { deliveries };
}

function toPlain(result: Pick<ExecutionResult, 'data' | 'errors' | 'extensions'> | undefined): unknown {
  const { errors, ...rest } = result ?? {};
  const messages = errors?.map(({ message, path }) => `${message} (${path?.join('.')})`);
  return JSON.parse(JSON.stringify({ ...rest, ...(messages && { errors: messages }) }));
}

function summaryOf({ parts, pending, hasNext }: SubsequentResult): unknown {
  return {
    parts: parts.map(({ pending: { label, path }, ...part }) => ({
      label,
      path: path.join('.'),
      ...(toPlain(part as ExecutionResult) as object),
    })),
    pending: pending.map(({ path }) => path.join('.')),
    hasNext,
  };
}

beforeEach(() => {
  for (const name of Object.keys(replaced)) delete replaced[name];
});

const first = { initial: { data: { books: [{ id: 'b1' }] } }, pending: ['books.0'] };

test('a part has the values that its subgraph returned, and the next parts follow', async () => {
  const document = '{ books { id ... @defer(label: "a") { borrower ... @defer(label: "b") { days } } } }';
  expect(await execute(document)).toEqual({
    deliveries: [
      first,
      {
        parts: [
          { label: 'a', path: 'books.0', data: { borrower: 'Ada' } },
          { label: 'b', path: 'books.0', data: { days: 3 } },
        ],
        pending: ['books.0'],
        hasNext: false,
      },
    ],
  });
});

test('a fragment that two deferred fragments contain is delivered once', async () => {
  const document = `{ books { id ... @defer(label: "a") { title borrower ...F } ... @defer(label: "b") { days ...F } } }
    fragment F on Book { ... @defer(label: "c") { loan { since } } }`;
  const { deliveries } = await execute(document);
  const parts = deliveries.flatMap((delivery) => (delivery as { parts?: { label: string }[] }).parts ?? []);
  expect(parts.map(({ label }) => label).sort()).toEqual(['a', 'b', 'c']);
});

test('a part has the errors of its fields', async () => {
  expect(await execute('{ books { id ... @defer(label: "a") { fine } } }')).toEqual({
    deliveries: [
      first,
      {
        parts: [{ label: 'a', path: 'books.0', data: { fine: null }, errors: ['No fine is known (books.0.fine)'] }],
        pending: [],
        hasNext: false,
      },
    ],
  });
});

test('a part of a subgraph that cannot be reached has its error', async () => {
  replaced.loans = [new Error('away')];
  expect(await execute('{ books { id ... @defer(label: "a") { borrower } } }')).toEqual({
    deliveries: [
      first,
      {
        parts: [{ label: 'a', path: 'books.0', data: { borrower: null }, errors: ['away (undefined)'] }],
        pending: [],
        hasNext: false,
      },
    ],
  });
});

test('a part reports values that violate the schema', async () => {
  replaced.loans = [{ data: { _entities: [{ borrower: { name: 'Ada' } }] } }];
  const { deliveries } = await execute('{ books { id ... @defer(label: "a") { borrower } } }');
  expect(deliveries.at(-1)).toMatchObject({
    parts: [{ data: { borrower: null }, extensions: { valueCompletion: [{ path: ['books', 0, 'borrower'] }] } }],
  });
});

test('an operation is delivered in one part if the error of a deferred field makes fields of the first part null', async () => {
  replaced.loans = [
    { data: { _entities: [null] }, errors: [{ message: 'No days are known', path: ['_entities', 0, 'days'] }] },
  ];
  const document = '{ books { id borrower ... @defer(label: "a") { days } ... @defer(label: "b") { price } } }';
  expect(await execute(document)).toEqual({
    deliveries: [],
    result: { data: { books: null }, errors: ['No days are known (books.0.days)'] },
  });
});

test('an aborted operation fails all parts that are not delivered', async () => {
  replaced.loans = [new Promise<undefined>(() => {})];
  const controller = new AbortController();
  const prepared = graph.prepare({ document: '{ books { id ... @defer(label: "a") { borrower } } }' });
  const result = await prepared.executeIncrementally?.({ variables: {}, context: testRequest(controller.signal) });
  if (result === undefined || !isIncremental(result)) throw new Error('The result has no parts');
  const next = result.subsequentResults.next();
  controller.abort();
  const deliveries: unknown[] = [(await next).value];
  for await (const delivery of result.subsequentResults) deliveries.push(delivery);
  expect(deliveries).toMatchObject([
    { parts: [{ data: null, errors: [{ extensions: { code: 'TIMEOUT' } }] }], hasNext: false },
  ]);
});

test('each part is delivered as soon as its subgraph has responded, also if its fetch starts after another part', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  replaced.prices = [promise];
  const document = `{ books { id ... @defer(label: "a") { price } ... @defer(label: "b") { loan { since ...F } } } }
    fragment F on Loan { ... @defer(label: "c") { fee } }`;
  const result = await graph.prepare({ document }).executeIncrementally?.({ variables: {}, context: testRequest() });
  if (result === undefined || !isIncremental(result)) throw new Error('The result has no parts');
  const labels: unknown[] = [];
  for await (const { parts, hasNext } of result.subsequentResults) {
    labels.push([parts.map(({ pending, data }) => [pending.label, data]), hasNext]);
    if (labels.length === 2) resolve(undefined);
  }
  expect(labels).toEqual([
    [[['b', { loan: { since: 'May' } }]], true],
    [[['c', { fee: 1 }]], true],
    [[['a', { price: 10 }]], false],
  ]);
});

test.each<[title: string, document: string, received: object, data?: null]>([
  ['it has one fetch', '{ featured { ... @defer { title } } }', { featured: { title: 'Reefs' } }],
  ['it has no parts', '{ featured { id ... @defer { borrower } } }', { featured: null }],
  ['its data is null', '{ newest { id } ... @defer { openLoans } }', { newest: null }, null],
])('an operation has a single result if %s', async (_, document, received, data: object | null = received) => {
  replaced.books = [{ data: received }];
  expect(await execute(document)).toMatchObject({ deliveries: [], result: { data } });
});

test('the first part reports values that violate the schema', async () => {
  replaced.books = [{ data: { featured: { __typename: 'Book', id: 'b2', title: [] } } }];
  const { deliveries } = await execute('{ featured { id title ... @defer(label: "a") { borrower } } }');
  expect(deliveries[0]).toMatchObject({
    initial: {
      data: { featured: { title: null } },
      extensions: { valueCompletion: [{ path: ['featured', 'title'] }] },
    },
  });
});

test('an operation that is delivered in one part has the data and the errors of all deferred fetches', async () => {
  replaced.loans = [
    { data: { _entities: [null] }, errors: [{ message: 'No days are known', path: ['_entities', 0, 'days'] }] },
  ];
  replaced.prices = [{ data: { _entities: [{ price: 5 }] }, errors: [{ message: 'The price is old' }] }];
  const document = `{ books { borrower ... @defer(label: "a") { days } }
    featured { title ... @defer(label: "b") { price } } }`;
  expect(await execute(document)).toEqual({
    deliveries: [],
    result: {
      data: { books: null, featured: { title: 'Reefs', price: 5 } },
      errors: ['No days are known (books.0.days)', 'The price is old (undefined)'],
    },
  });
});

test('a part can contain root fields, whether or not the first part fetches some', async () => {
  for (const initial of ['__typename', 'featured { id }']) {
    const { deliveries } = await execute(`{ ${initial} ... @defer(label: "a") { openLoans books { title } } }`);
    const parts = deliveries.flatMap((delivery) => (delivery as { parts?: object[] }).parts ?? []);
    expect(parts).toEqual([{ label: 'a', path: '', data: { openLoans: 2, books: [{ title: 'Tides' }] } }]);
  }
});

test.each([
  ['the error of its subgraph', new Error('away'), 'away (undefined)'],
  [
    'an error if its subgraph returns neither a value nor an error',
    { data: {} },
    'No subgraph returned a value for the field "openLoans" of Query. (openLoans)',
  ],
])('a part with a root field has only %s', async (_, response, error) => {
  replaced.loans = [response];
  const { deliveries } = await execute('{ featured { id } ... @defer(label: "a") { openLoans } }');
  expect(deliveries.at(-1)).toMatchObject({ parts: [{ data: { openLoans: null }, errors: [error] }] });
});

test('a part is null, with an error, if it makes an object null that was delivered', async () => {
  replaced.prices = [{ data: { _entities: [{ fee: null }] } }];
  const message = 'An object that was already delivered became null in a deferred fragment: send the request again';
  const { deliveries } = await execute('{ books { loan { since } ... @defer(label: "a") { loan { fee } } } }');
  expect(deliveries).toMatchObject([
    { initial: { data: { books: [{ loan: { since: 'May' } }] } } },
    { parts: [{ label: 'a', data: null, errors: [`${message} (books.0)`] }] },
  ]);
});

test('an error has the path of the field in the response if the plan gives the field another name', async () => {
  const errors = [{ message: 'The title is lost', path: ['books', 0, 'id_0'] }];
  replaced.books = [{ data: { books: [{ __typename: 'Book', id: 'b1', id_0: null }] }, errors }];
  const { deliveries } = await execute('{ books { id: title ... @defer(label: "a") { borrower } } }');
  expect(deliveries[0]).toMatchObject({ initial: { errors: ['The title is lost (books.0.id)'] } });
});

test.each([
  '{ openLoans books { title } ... @defer(label: "a") { books { borrower } } }',
  '{ __typename ... @defer(label: "a") { openLoans books { title } } }',
])('only the error of a subgraph that fails explains its root fields: %s', async (document) => {
  replaced.loans = [new Error('away')];
  const { deliveries } = await execute(document);
  expect(JSON.stringify(deliveries)).toMatch(/"errors":\["away \(undefined\)"\]/);
  expect(JSON.stringify(deliveries)).not.toContain('No subgraph returned a value');
});
