import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { FetchRequest, FetchResult } from '../data-source.js';
import { EntityFetch, type RepresentationParts } from './entity-fetch.js';
import type { JsonObject } from './merge.js';
import type { PlanRun } from './run.js';
import type { FetchParts } from './subgraph-call.js';

interface Setup {
  /** The objects at the path `books.@`. */
  readonly books: readonly (JsonObject | null)[];
  readonly result?: FetchResult;
  readonly parts?: Partial<FetchParts>;
  readonly input?: Partial<RepresentationParts>;
  readonly rawVariables?: Record<string, unknown>;
  readonly isTrusted?: boolean;
}

/** Fetches prices of books by their ids. Books without an id have no representation. */
async function fetchPrices({ books, result = { data: null }, parts, input, rawVariables = {}, isTrusted }: Setup) {
  const requests: FetchRequest[] = [];
  const dataSource = {
    ...(isTrusted && { isTrusted }),
    execute(request: FetchRequest): FetchResult {
      requests.push(request);
      return result;
    },
  };
  const text = 'query ($representations: [_Any!]!) { _entities(representations: $representations) { id } }';
  const operation = { document: parse(text), text, operationName: undefined };
  const fixed = { variableNames: ['currency'], rewriteOutput: undefined, interfaceNames: new Set(['Media']) };
  const fetch = new EntityFetch(
    { subgraph: 'prices', dataSource, operation, ...fixed, ...parts },
    {
      pick: ({ __typename, id }) => (id === undefined ? null : { __typename, id }),
      ...{ fields: ['__typename', 'id'], rewriteInput: undefined },
      ...input,
    },
  );
  const run: PlanRun = {
    context: { requestId: 'test', signal: new AbortController().signal },
    ...{ rawVariables, variables: {}, errors: [], sharedState: new Map(), incomplete: new WeakMap() },
    root: { data: { books }, isIncomplete: false },
  };
  await fetch.execute(run, { path: ['books', '@'], data: books });
  return {
    books,
    sent: requests.map(({ variables }) => variables),
    errors: run.errors.map(({ message, path }) => [message, path?.join('.')]),
    incomplete: books.map((book) => book && run.incomplete.get(book)),
  };
}

const book = (id?: string): JsonObject => ({ __typename: 'Book', ...(id !== undefined && { id }) });

describe('a fetch of entities', () => {
  test('sends one representation for equal objects, and merges its result into all of them', async () => {
    const { sent, books } = await fetchPrices({
      books: [book('1'), null, book('2'), book(), book('1')],
      result: { data: { _entities: [{ price: 10 }, { __typename: 'Media', price: 20 }] } },
      rawVariables: { currency: 'EUR', other: 1 },
    });
    expect(sent).toEqual([{ currency: 'EUR', representations: [book('1'), book('2')] }]);
    expect(books).toEqual([
      { ...book('1'), price: 10 },
      null,
      { ...book('2'), price: 20 },
      book(),
      { ...book('1'), price: 10 },
    ]);
  });

  test('does not call the subgraph if no object has a representation', async () => {
    expect(await fetchPrices({ books: [book(), null] })).toMatchObject({ sent: [], errors: [] });
  });

  test('rewrites each representation and each entity, which has the type of its object if the subgraph sends none', async () => {
    const { sent, books } = await fetchPrices({
      books: [book('1'), book(), book('1')],
      result: { data: { _entities: [{ price_0: 10 }, { __typename: 'Comic', price_0: 20 }] } },
      input: { rewriteInput: (value) => Object.assign(value as object, { __typename: 'Media' }) },
      parts: {
        rewriteOutput: (value) => {
          const { price_0, __typename } = value as JsonObject;
          Object.assign(value as object, { price: `${__typename} ${price_0}`, price_0: undefined });
        },
      },
    });
    const representation = { __typename: 'Media', id: '1' };
    expect(sent).toEqual([{ representations: [representation, representation] }]);
    expect(books.map((each) => each?.price)).toEqual(['Book 10', undefined, 'Comic 20']);
    expect(books[2]).toEqual({ __typename: 'Comic', id: '1', price: 'Comic 20' });
  });

  test('has separate representations for equal objects if only the entities are rewritten', async () => {
    const { sent } = await fetchPrices({
      books: [book('1'), book('1')],
      result: { data: { _entities: [{ price: 10 }, { price: 10 }] } },
      parts: { rewriteOutput: () => {} },
    });
    expect(sent).toEqual([{ representations: [book('1'), book('1')] }]);
  });
});

describe('an error of a fetch of entities', () => {
  const books = [book('1'), book(), book('2'), book('1')];

  test('is reported at each object of the entity', async () => {
    const errors = [{ message: 'no price', path: ['_entities', 0, 'price', 'amount'] }];
    const result = { data: { _entities: [null, { price: 20 }] }, errors };
    expect((await fetchPrices({ books, result })).errors).toEqual([
      ['no price', 'books.0.price.amount'],
      ['no price', 'books.3.price.amount'],
    ]);
  });

  test('is reported without a path if it names no entity or one that was not requested', async () => {
    const errors = [
      { message: 'denied', path: ['_entities'] },
      { message: 'unavailable' },
      { message: 'unknown', path: ['_entities', 9, 'price'] },
      { message: 'negative', path: ['_entities', -1, 'price'] },
    ];
    const { errors: reported, incomplete } = await fetchPrices({ books, result: { data: null, errors } });
    expect(reported).toEqual([
      ['denied', undefined],
      ['unavailable', undefined],
      ['unknown', undefined],
      ['negative', undefined],
    ]);
    expect(incomplete).toEqual(Array(4).fill('failed'));
  });

  test('explains a missing entity, unlike an error of another entity', async () => {
    const missing = { _entities: [null, null] };
    const incompleteWith = async (...errors: NonNullable<FetchResult['errors']>) =>
      (await fetchPrices({ books, result: { data: missing, errors } })).incomplete;
    expect(await incompleteWith({ message: 'x', path: ['_entities', 1] })).toEqual([
      ...['unknown', undefined],
      ...['failed', 'unknown'],
    ]);
    expect(await incompleteWith({ message: 'x' })).toEqual(['failed', undefined, 'failed', 'failed']);
    expect(await incompleteWith()).toEqual(['unknown', undefined, 'unknown', 'unknown']);
  });
});

test('many missing entities are not compared with each of many errors', async () => {
  const books = Array.from({ length: 100_000 }, (_, index) => book(String(index)));
  const errors = books.slice(0, 20_000).map((_, index) => ({ message: 'no price', path: ['_entities', index] }));
  const start = process.threadCpuUsage();
  const { incomplete } = await fetchPrices({ books, result: { data: { _entities: books.map(() => null) }, errors } });
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(3000);
  expect(incomplete.filter((state) => state === 'failed')).toHaveLength(20_000);
});

test.each([
  ['no list', { _entities: { 0: {} } }, 'is not a list'],
  ['no entities', {}, 'is not a list'],
  ['too few entities', { _entities: [{}] }, 'must have 2 elements, but has 1'],
  ['too many entities', { _entities: [{}, {}, {}] }, 'must have 2 elements, but has 3'],
])('a response with %s fails with the name of an external subgraph', async (_, data, problem) => {
  const setup = { books: [book('1'), book('2')], result: { data } };
  await expect(fetchPrices(setup)).rejects.toMatchObject({
    message: 'Subgraph "prices" did not return a valid subgraph response',
    extensions: { code: 'UPSTREAM_FAILED', subgraph: 'prices' },
    cause: { message: expect.stringContaining(problem) },
  });
  const internal = await fetchPrices({ ...setup, isTrusted: true }).catch((error: unknown) => error);
  expect(internal).toMatchObject({ message: expect.stringMatching(`"prices": .* ${problem}$`) });
  expect(internal).not.toHaveProperty('extensions');
});

test('an operation whose variable has the name of the representations is rejected', async () => {
  const setup = { books: [book('1')], parts: { variableNames: ['representations'] } };
  await expect(fetchPrices({ ...setup, rawVariables: { representations: [] } })).rejects.toThrow('representations');
});
