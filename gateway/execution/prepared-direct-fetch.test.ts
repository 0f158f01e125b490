import { buildSchema, GraphQLError, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { compileCompletion } from './compiled/completion.js';
import type { DataSource, FetchRequest, FetchResult } from './data-source.js';
import { selectOperation } from './operation.js';
import { NeededFields } from './plan/needed-fields.js';
import { prepareExecution } from './prepared-operation.js';
import { serializedResult } from './serialized-result.js';

const schema = buildSchema('type Query { book(id: ID): Book count: Int! } type Book { name: String }');
const text = 'query Find($id: ID!) { book(id: $id) { name } }';

interface Setup {
  readonly text?: string;
  readonly coercesVariables?: boolean;
  readonly isPlannedSynchronously?: boolean;
}

/** Executes an operation that a single subgraph executes unchanged. */
async function run(
  execute: DataSource['execute'],
  variables: Record<string, unknown> = { id: 'b1' },
  { text: operation = text, coercesVariables = true, isPlannedSynchronously = true }: Setup = {},
) {
  const document = parse(operation);
  const prepared = prepareExecution({
    ...{ document, selected: selectOperation(document, undefined), schema, isPlannedSynchronously },
    overrides: { labels: [], active: new Set(), random: () => 0 },
    createVariant(selected) {
      const source = { schema, ...selected, variables: {} };
      return {
        ...{ selected, names: undefined, complete: compileCompletion(source) },
        needed: new NeededFields(source, schema, { kind: 'QueryPlan' }),
        execute: () => Promise.reject(new Error('The plan is not run')),
        direct: { subgraph: 'books', dataSource: { execute }, coercesVariables },
      };
    },
    createDeferredVariant: () => undefined,
  });
  return await prepared.execute({ variables, context: { requestId: 'test', signal: new AbortController().signal } });
}

const found = (): FetchResult => ({ data: { book: { name: 'Emma' } } });
const missing = 'Variable "$id" of required type "ID!" was not provided.';

test.each([
  ['', {}],
  [' that does not coerce variables', { coercesVariables: false }],
  [', of an operation that is planned later', { isPlannedSynchronously: false }],
])('a direct fetch sends the operation and the variables of the client to the subgraph%s', async (_, setup) => {
  const execute = vi.fn((_request: FetchRequest) => found());
  expect(await run(execute, { id: 7 }, setup)).toEqual({ data: { book: { name: 'Emma' } } });
  expect(execute.mock.calls[0]?.[0]).toMatchObject({
    ...{ text: expect.stringMatching(/^query Find/), operationName: 'Find', variables: { id: 7 } },
    ...{ document: { kind: 'Document' }, context: { requestId: 'test' } },
  });
});

test('a direct fetch sends an operation without a name', async () => {
  const execute = vi.fn((_request: FetchRequest) => found());
  await run(execute, {}, { text: '{ book { name } }' });
  expect(execute.mock.calls[0]?.[0].operationName).toBeUndefined();
});

test('a direct fetch returns the result that the subgraph sent as text', async () => {
  const result = serializedResult('{"data":{"book":null}}');
  expect(await run(() => result ?? {})).toBe(result);
});

test('a direct fetch returns the errors of the subgraph together with its data', async () => {
  const result = await run(() => ({
    data: { book: { name: null } },
    errors: [{ message: 'lost', path: ['book', 'name'], extensions: { code: 'LOST' } }],
  }));
  expect(result.data).toEqual({ book: { name: null } });
  expect(result.errors).toEqual([
    new GraphQLError('lost', { path: ['book', 'name'], extensions: { code: 'LOST', serviceName: 'books' } }),
  ]);
  expect(result.errors?.[0]).toMatchObject({
    path: ['book', 'name'],
    extensions: { code: 'LOST', serviceName: 'books' },
  });
});

test.each([
  ['returns no data', () => ({ data: null, errors: [{ message: 'down' }] })],
  [
    'throws',
    () => {
      throw new Error('down');
    },
  ],
])('a direct fetch whose subgraph %s has its error, and nulls for the fields', async (_, execute) => {
  const nullable = await run(execute);
  expect(nullable.data).toEqual({ book: null });
  expect(nullable.errors?.map(({ message }) => message)).toEqual(['down']);
  const text = '{ count }';
  expect((await run(execute, {}, { text })).data).toBeNull();
});

test('a direct fetch that returns no data has the errors of invalid variables instead of others', async () => {
  const result = await run(() => ({ data: null, errors: [{ message: 'down' }] }), {});
  expect(result.errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
    [missing, 'BAD_USER_INPUT'],
  ]);
  expect(result).not.toHaveProperty('data');
});

test.each([
  ['the subgraph does not coerce variables', { coercesVariables: false }],
  ['conditions exclude a field', { text: `query Find($id: ID!) { book(id: $id) { name @skip(if: true) } }` }],
  ['the operation is planned later', { isPlannedSynchronously: false }],
])('a direct fetch is not sent with invalid variables if %s', async (_, setup) => {
  const execute = vi.fn(found);
  const result = await run(execute, {}, setup);
  expect(result.errors?.map(({ message }) => message)).toEqual([missing]);
  expect(execute).not.toHaveBeenCalled();
});
