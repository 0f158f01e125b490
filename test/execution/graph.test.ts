import { GraphQLError, type ValidationRule } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  buildGraph,
  buildGraphs,
  type DataSource,
  type FetchResult,
  InProcessDataSource,
  RequestErrors,
} from '../../gateway/execution/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { composeSupergraph, logOf, shopContext, shopSubgraphs, shopSupergraph, testRequest } from './shop/index.js';

const dataSources = new Map<string, DataSource>(
  shopSubgraphs.map(({ name, schema }) => [name, new InProcessDataSource({ schema, createContext: shopContext })]),
);
const graph = buildGraph({ supergraphSdl: shopSupergraph, dataSources });

function rejectionOf(document: string, operationName?: string): RequestErrors {
  try {
    graph.prepare({ document, operationName });
  } catch (error) {
    if (error instanceof RequestErrors) return error;
    throw error;
  }
  throw new Error('The document was not rejected');
}

async function execute(document: string, variables: Record<string, unknown> = {}, context = testRequest()) {
  return await graph.prepare({ document }).execute({ variables, context });
}

describe('the fetches of an operation', () => {
  const requests: { name: string; sharedState: object | undefined }[] = [];
  const watched = new Map<string, DataSource>(
    [...dataSources].map(([name, source]) => [
      name,
      {
        ...{ coercesVariables: true, isTrusted: true },
        execute(request) {
          requests.push({ name, sharedState: request.sharedState });
          return source.execute(request);
        },
      },
    ]),
  );
  const watching = buildGraph({ supergraphSdl: shopSupergraph, dataSources: watched });
  const fetchesOf = async (document: string): Promise<typeof requests> => {
    requests.length = 0;
    await watching.prepare({ document }).execute({ variables: {}, context: testRequest() });
    return [...requests];
  };

  test('share the context of data sources, separately for each operation', async () => {
    const document = '{ products { id name reviews { text } } me { id reviews { text } } }';
    const [one, other] = [await fetchesOf(document), await fetchesOf(document)];
    expect(one.length).toBeGreaterThan(2);
    expect(one[0]?.sharedState).toBeInstanceOf(Map);
    for (const { sharedState } of one) expect(sharedState).toBe(one[0]?.sharedState);
    for (const { sharedState } of other) expect(sharedState).not.toBe(one[0]?.sharedState);
  });

  test('have no shared context if there is only one fetch', async () => {
    expect(await fetchesOf('{ products { id name } }')).toEqual([{ name: 'catalog', sharedState: undefined }]);
  });
});

test('variables can have the names of variables in plans', async () => {
  const document = (name: string, other: string) =>
    `query ($${name}: Int!, $${other}: Int!) { products(first: $${other}) { id reviews(first: $${name}) { id } } }`;
  const expected = await execute(document('one', 'two'), { one: 1, two: 2 });
  expect(expected).toMatchObject({ data: { products: [{ reviews: [{ id: 'r1' }] }, {}] } });
  const [name, other] = ['representations', 'representations_'] as const;
  expect(await execute(document(name, other), { [name]: 1, [other]: 2 })).toEqual(expected);
  const { errors } = await execute(document(name, other), { [name]: 1 });
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});

describe('a data source', () => {
  test('that does not validate variables receives no invalid ones', async () => {
    let fetches = 0;
    const trusting: DataSource = {
      isTrusted: true,
      execute() {
        fetches++;
        return { data: { person: null } };
      },
    };
    const prepared = buildGraph({
      supergraphSdl: composeSupergraph({
        people: 'type Query { person(id: ID!): Person } type Person { name: String }',
      }),
      dataSources: { people: trusting },
    }).prepare({ document: 'query ($id: ID!) { person(id: $id) { name } }' });
    const result = await prepared.execute({ variables: {}, context: testRequest() });
    expect(result.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(fetches).toBe(0);
    expect(await prepared.execute({ variables: { id: 'p9' }, context: testRequest() })).toEqual({
      data: { person: null },
    });
    expect(fetches).toBe(1);
  });

  test('that is not trusted receives the fields that completion requires, even if it executes the operation alone', async () => {
    const catalog = dataSources.get('catalog');
    const untrusted: DataSource = { execute: async (request) => (await catalog?.execute(request)) ?? {} };
    const { internal } = buildGraphs({
      supergraphSdl: shopSupergraph,
      dataSources: new Map(dataSources).set('catalog', untrusted),
    });
    const prepared = internal.prepare({ document: '{ search { ... on Product { name } ... on Book { pages } } }' });
    expect(await prepared.execute({ variables: {}, context: testRequest() })).toEqual({
      data: { search: [{ name: 'Product 2' }, { pages: 12 }, {}] },
    });
  });
});

describe('preparing', () => {
  test('rejects invalid GraphQL with the code of parse errors', () => {
    const { kind, errors } = rejectionOf('{ products { ');
    expect(kind).toBe('syntax');
    expect(errors.map((error) => error.extensions.code)).toEqual(['GRAPHQL_PARSE_FAILED']);
    expect(errors[0]?.locations).toEqual([{ line: 1, column: 14 }]);
  });

  test('rejects a document that is invalid against the schema, with all errors', () => {
    const { kind, errors } = rejectionOf('{ nothing products { id what } }');
    expect(kind).toBe('validation');
    expect(errors.map((error) => error.extensions.code)).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  test('rejects a missing or ambiguous operation', () => {
    const document = 'query A { me { id } } query B { me { id } }';
    expect(rejectionOf(document, 'C')).toMatchObject({ kind: 'operation', message: 'Unknown operation named "C".' });
    expect(rejectionOf(document).message).toBe('Must provide operation name if query contains multiple operations.');
  });

  test('rejects types that are hidden from clients', () => {
    expect(rejectionOf('{ secretive { ... on Closed { label } } }').kind).toBe('validation');
  });

  test('rejects aliases named __typename, which plans read, and __proto__', () => {
    expect(rejectionOf('{ products { __typename: name } }').errors[0]?.message).toContain('"__typename" is reserved');
    const [error] = rejectionOf('{ __proto__: products { id } }').errors;
    expect(error?.message).toContain('"__proto__" is reserved');
    expect(error?.locations).toEqual([{ line: 1, column: 3 }]);
  });

  test('rejects a variable named __proto__, whose value would be lost', () => {
    const [error] = rejectionOf('query ($__proto__: Int = 1) { products(first: $__proto__) { id } }').errors;
    expect(error?.message).toContain('"$__proto__" is reserved');
  });

  test('rejects a number that exceeds the range of Float', () => {
    const typeDefs = 'type Query { round(number: Float): Int }';
    const supergraphSdl = composeSupergraph({ numbers: typeDefs });
    const numbers = buildGraph({
      supergraphSdl,
      dataSources: { numbers: { execute: () => ({ data: { round: 1 } }) } },
    });
    expect(() => numbers.prepare({ document: '{ round(number: 1e400) }' })).toThrow(
      'Float cannot represent the number 1e400.',
    );
    expect(() => numbers.prepare({ document: '{ round(number: 1e300) }' })).not.toThrow();
  });

  test('applies additional validation rules', () => {
    const rule: ValidationRule = (context) => ({
      Field(node) {
        if (node.name.value === 'me')
          context.reportError(new GraphQLError('not me', { extensions: { code: 'LIMIT_EXCEEDED' } }));
      },
    });
    const strict = buildGraph({ supergraphSdl: shopSupergraph, dataSources, validationRules: [rule], maxTokens: 20 });
    expect(() => strict.prepare({ document: '{ me { id } }' })).toThrow('not me');
    expect(() => strict.prepare({ document: `{ ${'me { id } '.repeat(9)} }` })).toThrow('more that 20 tokens');
  });

  test('selects the operation with the requested name', async () => {
    const document = 'query A { me { id } } query B { me { name } }';
    const prepared = graph.prepare({ document, operationName: 'B' });
    expect(prepared.operation.name?.value).toBe('B');
    expect(() => graph.prepare({ document })).toThrow('Must provide operation name');
    expect(prepared.subscribe).toBeUndefined();
  });

  test('publishes the supergraph unchanged, and requires a data source for each subgraph', () => {
    expect(graph.supergraphSdl).toBe(shopSupergraph);
    expect(() => buildGraph({ supergraphSdl: shopSupergraph, dataSources: new Map() })).toThrow('has no data source');
  });
});

describe('executing', () => {
  test('returns introspection together with data, with variables, and in fragments', async () => {
    const document = `query ($name: String!, $no: Boolean = false) { me { id } type: __type(name: $name) { name kind }
      ...Root ... on Query { __schema @include(if: $no) { description } } }
      fragment Root on Query { __schema { queryType { name } } person(id: "p2") { name } }`;
    expect(await execute(document, { name: 'Kind' })).toEqual({
      data: {
        me: { id: 'p1' },
        type: { name: 'Kind', kind: 'ENUM' },
        __schema: { queryType: { name: 'Query' } },
        person: { name: 'Person p2' },
      },
    });
  });

  describe('introspection', () => {
    const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
    const supergraphSdl = composeSupergraph({
      letters: `${link} interface Root { a: Item! } type Query implements Root { a: Item! self: Query @shareable } type Item @key(fields: "id") { id: ID! }`,
      numbers: `${link} type Query { b: Int self: Query @shareable } type Item @key(fields: "id") { id: ID! n: Int }`,
    });
    const letters: DataSource = { execute: () => ({ data: { a: { __typename: 'Item', id: '1' }, self: {} } }) };
    const numbers: DataSource = { execute: () => ({ data: { _entities: [{ n: 5 }] } }) };
    const small = buildGraph({ supergraphSdl, dataSources: { letters, numbers } });
    const prepareOn = (document: string) => small.prepare({ document });
    const context = testRequest();

    test('is returned together with fragments on interfaces of the query type', async () => {
      const prepared = prepareOn('{ ...R __schema { queryType { name } } } fragment R on Root { a { id } }');
      expect(await prepared.execute({ variables: {}, context })).toEqual({
        data: { a: { id: '1' }, __schema: { queryType: { name: 'Query' } } },
      });
    });

    test('with an argument that is null has an error, and the other fields have their data', async () => {
      const prepared = prepareOn('query ($n: String = "Item") { a { id ... @defer { n } } __type(name: $n) { name } }');
      const errors = [{ path: ['__type'], extensions: { code: 'BAD_USER_INPUT' } }];
      expect(await prepared.execute({ variables: { n: null }, context })).toMatchObject({
        ...{ data: { a: { id: '1', n: 5 }, __type: null }, errors },
      });
      expect(await prepared.executeIncrementally?.({ variables: { n: null }, context })).toMatchObject({
        initial: { data: { a: { id: '1' }, __type: null }, errors },
      });
    });

    test('is rejected below another field', () => {
      expect(() => prepareOn('{ self { __schema { queryType { name } } } }')).toThrow(
        'Introspection below other fields is not supported. Select __schema and __type at the root of a query.',
      );
    });
  });

  test('writes fields in the order of the document across subgraphs and fragments', async () => {
    const document = `query ($no: Boolean = false) {
      products(first: 1) { inStock ...Seen code name skipped: name @include(if: $no) score media { rating id ...Named title } id }
      me { reviews { text } id } }
      fragment Seen on Product { price ... on Named { name } reviews(first: 1) { stars id } }
      fragment Named on Media { ... on Book { pages name } ... on Film { minutes } kind }`;
    expect(JSON.stringify((await execute(document)).data)).toBe(
      '{"products":[{"inStock":1,"price":1.5,"name":"Product 1","reviews":[{"stars":1,"id":"r1"}],"code":"c1","score":1.5,' +
        '"media":{"rating":null,"id":"m2","minutes":null,"kind":"SCREEN","title":"Screen"},"id":"1"}],' +
        '"me":{"reviews":null,"id":"p1"}}',
    );
  });

  test.each([true, false])(
    'omits fields of interfaces that an object does not implement (trusted: %s)',
    async (isTrusted) => {
      const sources = new Map(
        [...dataSources].map(([name, source]) => [name, isTrusted ? source : { execute: source.execute.bind(source) }]),
      );
      const prepared = buildGraph({ supergraphSdl: shopSupergraph, dataSources: sources }).prepare({
        document:
          '{ book: media(kind: PAPER) { ...F } film: media(kind: SCREEN) { ...F } } fragment F on Media { id ... on Named { name } }',
      });
      expect(await prepared.execute({ variables: {}, context: testRequest() })).toEqual({
        data: { book: [{ id: 'm1', name: 'Book m1' }], film: [{ id: 'm2' }] },
      });
    },
  );

  test('hides inaccessible enum values that a subgraph returns, and reports them as invalid values', async () => {
    const result = await execute('{ media { id kind } }');
    expect(result).toMatchObject({ data: null, extensions: { valueCompletion: [{ path: ['media', 2, 'kind'] }] } });
  });

  test('reports invalid variables as BAD_USER_INPUT', async () => {
    const result = await execute(
      'query ($id: ID!, $first: Int) { product(id: $id) { related(first: $first) { id } } }',
      { first: 'x' },
    );
    expect(result.data).toBeUndefined();
    expect(result.errors?.map(({ message, extensions }) => [message.split(' got ')[0], extensions.code])).toEqual([
      ['Variable "$id" of required type "ID!" was not provided.', 'BAD_USER_INPUT'],
      ['Variable "$first"', 'BAD_USER_INPUT'],
    ]);
  });

  test('runs mutations in the order of the document across subgraphs and fragments', async () => {
    const context = testRequest();
    const document = `mutation { a: renameProduct(id: "1", name: "x") { inStock } ...F c: greet(id: "p1") { text } }
      fragment F on Mutation { b: adjust(code: "c1") { by } rate(mediaId: "m1", stars: 2) { id } tagProduct(input: { id: "1" }) { note } }`;
    await execute(document, {}, context);
    expect(logOf(context)).toEqual([
      'rename 1 x',
      'adjust c1 1',
      'rate m1 2',
      'tag {"id":"1","tags":["new"],"level":"LOW"}',
      'greet {"id":"p1"}',
    ]);
  });

  test('stops after a mutation that makes the data null', async () => {
    const context = testRequest();
    const { data, errors } = await execute(
      'mutation { a: renameProduct(id: "1", name: "bad") { id } b: renameProduct(id: "1", name: "good") { id } }',
      {},
      context,
    );
    expect({ data, codes: errors?.map((error) => error.extensions.code) }).toEqual({
      data: null,
      codes: ['BAD_USER_INPUT'],
    });
    expect(logOf(context)).toEqual(['rename 1 bad']);
  });

  test.each([
    ['is not executed after one that makes the data null', 'Int!', null, ['first']],
    ['is executed after one that makes a nullable field null', 'Int', { a: null }, ['first', 'second']],
  ])('a mutation of another subgraph %s', async (_, type, data, expected) => {
    const called: string[] = [];
    const sourceOf = (name: string, result: FetchResult): DataSource => ({
      execute() {
        called.push(name);
        return result;
      },
    });
    const graphOfTwo = buildGraph({
      supergraphSdl: composeSupergraph({
        first: `type Query { x: Int } type Mutation { a: ${type} }`,
        second: 'type Mutation { b: Int! }',
      }),
      dataSources: {
        first: sourceOf('first', { data, errors: [{ message: 'failed', path: ['a'] }] }),
        second: sourceOf('second', { data: { b: 1 } }),
      },
    });
    const prepared = graphOfTwo.prepare({ document: 'mutation { a b }' });
    const result = await prepared.execute({ variables: {}, context: testRequest() });
    expect(called).toEqual(expected);
    expect(result).toMatchObject({ data: data && { ...data, b: 1 }, errors: [{ message: 'failed', path: ['a'] }] });
    expect(result.errors).toHaveLength(1);
  });

  test('preserves the original error and its extensions', async () => {
    const { errors } = await execute('{ product(id: "3") { broken } }');
    expect(errors?.[0]).toMatchObject({ path: ['product', 'broken'], extensions: { code: 'CONFLICT', hint: 19 } });
    expect(errors?.[0]?.originalError).toMatchObject({ originalError: expect.any(DomainError) });
  });

  test('reports the error of an entity at every path of the entity', async () => {
    const { data, errors } = await execute(
      '{ people(ids: ["p2", "p1", "p2"]) { id reviews { id } } latest { author { email } } }',
    );
    expect(data).toMatchObject({ people: [{ id: 'p2' }, { id: 'p1' }, { id: 'p2' }] });
    const paths = errors?.map((error) => error.path?.join('.'));
    expect(paths).toEqual(expect.arrayContaining(['people.1.reviews.1', 'latest.1.author.email', 'latest.2.author']));
  });

  test('requests an entity once, regardless of how often the data contains it', async () => {
    const representations: unknown[] = [];
    const counting = new Map(dataSources);
    const stock = dataSources.get('stock');
    counting.set('stock', {
      execute(request) {
        representations.push(...(request.variables.representations as unknown[]));
        return stock?.execute(request) ?? {};
      },
    });
    const countingGraph = buildGraph({ supergraphSdl: shopSupergraph, dataSources: counting });
    const prepared = countingGraph.prepare({
      document: '{ a: product(id: "1") { related(first: 1) { ready } } shelf { all { related(first: 1) { ready } } } }',
    });
    await prepared.execute({ variables: {}, context: testRequest() });
    expect(representations).toHaveLength(4);
  });

  test('reports a failing data source as an error together with the other data', async () => {
    const failing = new Map(dataSources).set('reviews', {
      execute() {
        throw new DomainError('UPSTREAM_FAILED', 'Reviews are away');
      },
    });
    const half = buildGraph({ supergraphSdl: shopSupergraph, dataSources: failing });
    const prepared = half.prepare({ document: '{ product(id: "1") { name reviews { id } } me { reviews { id } } }' });
    const { data, errors } = await prepared.execute({ variables: {}, context: testRequest() });
    expect(data).toEqual({ product: null, me: { reviews: null } });
    expect(errors?.[0]).toMatchObject({ message: 'Reviews are away', extensions: { code: 'UPSTREAM_FAILED' } });
  });
});

describe('an aborted request', () => {
  const hanging = new Map(dataSources).set('people', { execute: () => new Promise<never>(() => {}) });
  const document = '{ latest { author { age } } }';

  test('runs nothing if it was aborted before the start', async () => {
    const reason = new DomainError('TIMEOUT', 'Ten seconds are over');
    const result = await execute(document, {}, testRequest(AbortSignal.abort(reason)));
    expect(result).toMatchObject({
      data: null,
      errors: [{ message: 'Ten seconds are over', extensions: { code: 'TIMEOUT' } }],
    });
  });

  test('returns immediately if a subgraph is unresponsive', async () => {
    const controller = new AbortController();
    const prepared = buildGraph({ supergraphSdl: shopSupergraph, dataSources: hanging }).prepare({ document });
    const response = prepared.execute({ variables: {}, context: testRequest(controller.signal) });
    controller.abort();
    expect(await response).toMatchObject({ data: null, errors: [{ extensions: { code: 'TIMEOUT' } }] });
  });

  test('starts no further fetch', async () => {
    const controller = new AbortController();
    let fetches = 0;
    const stopping = new Map(dataSources);
    const reviews = dataSources.get('reviews');
    stopping.set('reviews', {
      async execute(request) {
        const result = (await reviews?.execute(request)) ?? {};
        controller.abort();
        return result;
      },
    });
    stopping.set('people', {
      execute() {
        fetches++;
        return {};
      },
    });
    const prepared = buildGraph({ supergraphSdl: shopSupergraph, dataSources: stopping }).prepare({ document });
    await prepared.execute({ variables: {}, context: testRequest(controller.signal) });
    expect(fetches).toBe(0);
  });
});

test('a supergraph with a feature of another vendor that is also named "context" is accepted', () => {
  const link = 'extend schema @link(url: "https://specs.example/context/v0.1")';
  expect(() => buildGraph({ supergraphSdl: `${shopSupergraph}\n${link}`, dataSources })).not.toThrow();
});

test('a supergraph whose fields have arguments from a context is rejected', () => {
  const people = `extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.8", import: ["@key", "@context", "@fromContext"])
    type Query { people: [Person!] }
    type Person @key(fields: "id") @context(name: "person") { id: ID! language: String book: Book! }
    type Book @key(fields: "id") { id: ID! title(language: String @fromContext(field: "$person { language }")): String }`;
  const supergraphSdl = composeSupergraph({ people });
  expect(() => buildGraph({ supergraphSdl, dataSources })).toThrow('uses @context and @fromContext');
});
