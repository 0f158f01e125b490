import { type GraphQLSchema, graphql, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type FetchResult, InProcessDataSource } from '../../gateway/execution/index.js';
import { makeExecutableSchema } from './executable-schema.js';
import { resolveLater } from './shop/data.js';
import { testRequest } from './shop/index.js';

const effects: string[] = [];

const schema = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    scalar Moment
    scalar Big
    enum Mood { GLAD SAD }
    input Filter { text: String, mood: Mood = GLAD, at: Moment, list: [String], inner: Filter }
    type Item { id: ID! name: String! nick: String mood: Mood count: Int! items: [Item!]! }
    type Query {
      echo(text: String = "default", filter: Filter, moods: [Mood!], at: Moment, big: Big): String
      required(limit: Int! = 5, flag: Boolean! = true): String
      items: [Item!]
      sparse: [Item]
      strict: [Item!]!
      deep: Item
    }
    type Mutation { first(fail: Boolean): String! second: String! }
  `,
  resolvers: {
    Moment: {
      parseValue: (value: unknown) => {
        if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw new Error('That is not a moment');
        return new Date(value);
      },
    },
    Big: { parseValue: (value: unknown) => BigInt(String(value)) },
    Mood: { GLAD: 1, SAD: 2 },
    Query: {
      echo: (_: unknown, args: Record<string, unknown>) => show(args),
      required: (_: unknown, args: Record<string, unknown>) => show(args),
      items: () => resolveLater(() => [item('1'), resolveLater(() => item('2')), item('3')]),
      sparse: () => [
        resolveLater(() => resolveLater(() => resolveLater(() => item('1')))),
        Promise.reject(new Error('no second')),
        item('3'),
        resolveLater(() => Promise.reject(new Error('no fourth'))),
      ],
      strict: () => [item('bad'), item('worse'), item('1')],
      deep: () => item('1'),
    },
    Item: {
      name: ({ id }: { id: string }) => {
        if (id.length > 1) throw new Error(`${id} has no name`);
        return `name ${id}`;
      },
      items: ({ id }: { id: string }) => (id === '1' ? [item('4'), item('half')] : []),
    },
    Mutation: {
      first(_: unknown, { fail }: { fail?: boolean }) {
        effects.push('first');
        if (fail) throw new Error('first failed');
        return 'done';
      },
      second() {
        effects.push('second');
        return 'done';
      },
    },
  },
});

function item(id: string): object {
  return { id, nick: id, mood: 2, count: id === 'half' ? 0.5 : id.length };
}

/** Arguments as text, which distinguishes dates, missing keys and nulls. */
function show(value: unknown): string {
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return `${typeof value} ${value}`;
  return `{${Object.entries(value)
    .map(([key, entry]) => `${key}: ${show(entry)}`)
    .join(', ')}}`;
}

async function executeCompiled(
  operation: string,
  variables: Record<string, unknown> = {},
  on = schema,
): Promise<FetchResult> {
  const dataSource = new InProcessDataSource({ schema: on, createContext: (request) => request });
  return await dataSource.execute({
    text: operation,
    document: parse(operation),
    operationName: undefined,
    variables,
    context: testRequest(),
  });
}

function summary({ data, errors }: FetchResult): unknown {
  return JSON.parse(JSON.stringify({ data, errors: errors?.map(({ message, path }) => ({ message, path })) }));
}

async function expectAsInterpreted(
  operation: string,
  variables: Record<string, unknown> = {},
  on: GraphQLSchema = schema,
): Promise<void> {
  const reference = await graphql({ schema: on, source: operation, variableValues: variables });
  expect(summary(await executeCompiled(operation, variables, on)), operation).toEqual(
    summary(reference as FetchResult),
  );
}

describe('a compiled fetch', () => {
  test.each([
    ['{ echo }', {}],
    ['{ echo(text: null) }', {}],
    ['query ($a: String) { echo(text: $a) }', {}],
    ['query ($constructor: String) { echo(text: $constructor, filter: { text: $constructor }) }', {}],
    ['query ($a: String) { echo(text: $a) }', { a: null }],
    ['query ($a: String, $b: Mood) { echo(filter: { text: $a, mood: $b }) }', {}],
    [
      'query ($a: String, $b: Mood) { echo(filter: { text: $a, mood: $b, inner: { mood: $b } }) }',
      { a: null, b: 'SAD' },
    ],
    ['query ($a: [Mood!]) { echo(moods: $a) }', { a: 'SAD' }],
    ['query ($a: Mood!) { echo(moods: [GLAD, $a]) }', { a: 'SAD' }],
    ['{ echo(moods: SAD, at: "2026-01-01T00:00:00Z", filter: { at: "2027-01-01T00:00:00Z", list: "one" }) }', {}],
    ['query ($a: Moment = "2026-01-01T00:00:00Z") { echo(at: $a) }', {}],
    ['query ($a: Filter) { echo(filter: $a) }', { a: { at: '2026-01-01T00:00:00Z', list: ['x', null] } }],
    ['query ($a: String) { echo(filter: { list: ["x", $a] }) }', { a: 'y' }],
    ['query ($a: String) { echo(filter: { list: ["x", $a] }) }', {}],
    ['{ echo(big: "123456789012345678901") }', {}],
    ['query ($limit: Int! = 7, $flag: Boolean!) { required(limit: $limit, flag: $flag) }', { flag: false }],
    ['query ($limit: Int! = 7) { required(limit: $limit) }', { limit: 8 }],
    ['query ($limit: Int) { required(limit: $limit) }', {}],
    ['query ($limit: Int) { required(limit: $limit) }', { limit: null }],
  ])('passes the arguments of %s with %j to resolvers', async (operation, variables) => {
    await expectAsInterpreted(operation, variables);
  });

  test.each<[string, object]>([
    ['lists of leaves', {}],
    ['lists that are other iterables', { words: new Set(['a', 'b']), optional: new Set(['a', null]) }],
    ['values that are no lists', { words: 'text', optional: 5, moods: {}, nested: [5], moments: 'text' }],
    [
      'lists with nulls',
      { words: ['a', null], optional: [null, undefined, 'b'], moods: [null], nested: [['a', null]] },
    ],
    ['items to serialize', { words: [1, true], optional: [2], moods: [1, 2], numbers: ['3'], nested: [[1]] }],
    ['items that cannot be serialized', { words: ['a', {}], optional: [{}], moods: [3], numbers: [0.5] }],
    ['names of enum values that stand for others', { moods: ['GLAD'], mood: 'SAD' }],
    ['errors', { words: new Error('no words'), optional: [new Error('no item')], moment: new Error('no moment') }],
    ['a scalar that cannot be serialized', { moment: 'never', moments: [new Date(0), 'never'] }],
    ['nothing', { words: null, optional: undefined, moods: null, moment: null, nested: [null] }],
  ])('serializes %s as graphql-js does', async (_what, overrides) => {
    const values = {
      ...{ words: ['a', 'b'], optional: ['c'], moods: [1], numbers: [1, 2], nested: [['d'], []] },
      ...{ moment: new Date(0), moments: [new Date(1), null], mood: 2 },
      ...overrides,
    };
    const words = structuredClone(Array.isArray(values.words) ? values.words : []);
    const leaves = makeExecutableSchema({
      typeDefs: /* GraphQL */ `
        scalar Moment
        enum Mood { GLAD SAD }
        type Leaves {
          words: [String!]! optional: [String] moods: [Mood!] numbers: [Int!]! nested: [[String!]!]
          moment: Moment! moments: [Moment] mood: Mood
        }
        type Query { leaves: Leaves }
      `,
      resolvers: {
        Moment: {
          serialize: (value: unknown) => {
            if (value instanceof Date) return value.toISOString();
            throw new Error('That is not a moment');
          },
        },
        Mood: { GLAD: 1, SAD: 2 },
        Query: { leaves: () => values },
      },
    });
    for (const field of ['words', 'optional', 'moods', 'numbers', 'nested', 'moment', 'moments', 'mood']) {
      await expectAsInterpreted(`{ leaves { ${field} } }`, {}, leaves);
    }
    if (Array.isArray(values.words)) expect(values.words).toEqual(words);
  });

  test('passes constant arguments to resolvers as frozen objects, and a copy of each date', async () => {
    const input: { list: string[]; at: Date }[] = [];
    const recording = makeExecutableSchema({
      typeDefs: 'scalar Moment input Filter { list: [String], at: Moment } type Query { take(filter: Filter): Int }',
      resolvers: {
        Moment: { parseValue: (value: unknown) => new Date(String(value)) },
        Query: { take: (_: unknown, { filter }: { filter: (typeof input)[number] }) => input.push(filter) },
      },
    });
    const dataSource = new InProcessDataSource({ schema: recording, createContext: (request) => request });
    async function requestTwice(operation: string): Promise<typeof input> {
      input.length = 0;
      const fetch = {
        text: operation,
        document: parse(operation),
        operationName: undefined,
        variables: {},
        context: testRequest(),
      };
      await dataSource.execute(fetch);
      await dataSource.execute(fetch);
      return input;
    }
    const [plain] = await requestTwice('{ take(filter: { list: ["a"] }) }');
    expect(plain).toEqual({ list: ['a'] });
    expect(() => plain?.list.push('b')).toThrow(TypeError);
    expect(() => Object.assign(plain ?? {}, { list: [] })).toThrow(TypeError);
    const [first, second] = await requestTwice('{ take(filter: { list: ["a"], at: "2026-01-01T00:00:00Z" }) }');
    first?.at.setFullYear(1999);
    expect(second).toEqual({ list: ['a'], at: new Date('2026-01-01T00:00:00Z') });
  });

  test.each([
    '{ items { id name mood count } }',
    '{ sparse { id } }',
    '{ strict { name } deep { id } }',
    '{ deep { nick items { id count } } }',
    '{ deep { items { name nick } n: nick } }',
    '{ ...A ...B } fragment A on Query { deep { ...C @skip(if: true) id } } fragment B on Query { deep { ...C } } fragment C on Item { nick name }',
    '{ __proto__: echo deep { constructor: id __proto__: nick } }',
    '{ __typename deep { t: __typename } }',
  ])('returns the same result for %s as graphql-js', async (operation) => {
    await expectAsInterpreted(operation);
  });

  test('never evaluates client input as code', async () => {
    const magic = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';
    const operation = `{ echo(text: "${magic}globalThis.wasRun=1", filter: { text: "${magic}globalThis.wasRun=1" }) }`;
    await expectAsInterpreted(operation);
    await expectAsInterpreted(`query ($a: String = "${magic}globalThis.wasRun=1") { echo(text: $a) }`);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  test('runs mutations in series, and stops if the data is null', async () => {
    effects.length = 0;
    await executeCompiled('mutation { ...F } fragment F on Mutation { first(fail: true) second }');
    expect(effects).toEqual(['first']);
    expect(summary(await executeCompiled('mutation { b: second a: first }'))).toEqual({
      data: { b: 'done', a: 'done' },
    });
    expect(effects).toEqual(['first', 'second', 'first']);
  });

  test('reports invalid variables and documents with a code', async () => {
    const coercion = await executeCompiled('query ($a: Moment) { echo(at: $a) }', { a: 'yesterday' });
    expect(coercion.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const validation = await executeCompiled('{ deep { id: nick id } }');
    expect(validation.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    const literal = await executeCompiled('{ echo(at: "yesterday") }');
    expect(literal.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  test('is interpreted instead if its code would be too large', async () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'id' : `a: items { ${nested(depth - 1)} } b: items { ${nested(depth - 1)} }`;
    await expectAsInterpreted(`{ deep { ${nested(11)} } }`);
  });
});

describe('the resolver context', () => {
  test('is created once for the fetches of an operation, and separately for other fetches', async () => {
    const created: object[] = [];
    const dataSource = new InProcessDataSource({
      schema,
      createContext(request) {
        const context = { ...request };
        created.push(context);
        return context;
      },
    });
    const fetch = { text: '{ echo }', document: parse('{ echo }'), operationName: undefined, variables: {} };
    const context = testRequest();
    const sharedState = new Map();
    await dataSource.execute({ ...fetch, context, sharedState });
    await dataSource.execute({ ...fetch, context, sharedState });
    expect(created).toHaveLength(1);
    await dataSource.execute({ ...fetch, context });
    await dataSource.execute({ ...fetch, context, sharedState: new Map() });
    expect(created).toHaveLength(3);
  });
});
