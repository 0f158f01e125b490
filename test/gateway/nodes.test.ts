import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  buildGraph,
  composeSupergraph,
  createNodesSubgraph,
  type DataSource,
  InProcessDataSource,
  nodesName,
  ownersOfNodes,
  withNodes,
} from '../../gateway/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { nodeId } from '../../platform/graph/index.js';
import { testRequest } from '../execution/shop/index.js';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external"])';
const domains = [
  {
    name: 'pets',
    typeDefs: `${link}
      interface Node { id: ID! }
      type Query { pets: [Pet!] }
      type Pet implements Node @key(fields: "id") { id: ID! name: String! }
      type Owner @key(fields: "id", resolvable: false) { id: ID! }`,
  },
  {
    name: 'people',
    typeDefs: `${link}
      interface Node { id: ID! }
      type Owner implements Node @key(fields: "id") { id: ID! surname: String! }`,
  },
];

interface Reference {
  id: string;
}

const [rex, missing, denied] = [nodeId('Pet', 'rex'), nodeId('Pet', 'gone'), nodeId('Pet', 'denied')];
const smith = nodeId('Owner', 'smith');

const requested: string[][] = [];
/** Names of the subgraphs that cannot be reached. */
const unreachable = new Set<string>();
const references = {
  async Pet({ id }: Reference) {
    if (id === denied) throw new DomainError('FORBIDDEN', 'This pet is not yours.');
    return id === rex ? { id, name: 'Rex' } : null;
  },
  Owner: ({ id }: Reference) => (id === smith ? { id, surname: 'Smith' } : null),
};

function createDataSource(name: string, typeDefs: string): DataSource<RequestContext> {
  const resolvers = Object.fromEntries(
    Object.entries(references).map(([type, __resolveReference]) => [type, { __resolveReference }]),
  );
  const schema = buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers: resolvers as never }]);
  const source = new InProcessDataSource<RequestContext>({ schema, createContext: (request) => request });
  return {
    execute(request) {
      requested.push([name, request.text]);
      if (unreachable.has(name)) throw new DomainError('SERVICE_UNAVAILABLE', `The ${name} service cannot be reached`);
      return source.execute(request);
    },
  };
}

const dataSources = new Map(domains.map(({ name, typeDefs }) => [name, createDataSource(name, typeDefs)]));
const nodes = createNodesSubgraph({ owners: ownersOfNodes(domains), dataSources });
const graph = buildGraph({
  supergraphSdl: composeSupergraph(withNodes(domains)),
  dataSources: new Map([...dataSources, [nodesName, new InProcessDataSource(nodes)]]),
});

async function sendRequest(document: string, variables: Record<string, unknown> = {}) {
  requested.length = 0;
  const { data, errors = [] } = await graph.prepare({ document }).execute({ variables, context: testRequest() });
  return { data, errors: errors.map(({ message, path }) => `${path?.join('.')}: ${message}`) };
}

describe('node', () => {
  test('returns an entity of any domain by its global id', async () => {
    const document =
      'query ($id: ID!) { node(id: $id) { __typename id ... on Pet { name } ... on Owner { surname } } }';
    expect(await sendRequest(document, { id: rex })).toEqual({
      data: { node: { __typename: 'Pet', id: rex, name: 'Rex' } },
      errors: [],
    });
    expect(await sendRequest(document, { id: smith })).toEqual({
      data: { node: { __typename: 'Owner', id: smith, surname: 'Smith' } },
      errors: [],
    });
  });

  test('is null for an entity that does not exist, even where only its id is selected', async () => {
    expect(await sendRequest('query ($id: ID!) { node(id: $id) { id } }', { id: missing })).toEqual({
      data: { node: null },
      errors: [],
    });
  });

  test.each([
    ['text that is not an id', 'rex'],
    ['an unknown type', nodeId('Plant', 'fern')],
    ['a padded id', `${rex}=`],
    ['an empty string', ''],
  ])('rejects %s', async (_, id) => {
    expect(await sendRequest('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
      data: { node: null },
      errors: [`node: ${JSON.stringify(id)} is not a global id. Pass the id of an object whose type implements Node.`],
    });
  });
});

describe('nodes', () => {
  const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Pet { name } } }';

  test('returns entities in the order of the ids, with one request per domain', async () => {
    expect(
      await sendRequest('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [smith, rex, missing, rex] }),
    ).toEqual({
      data: { nodes: [{ id: smith }, { id: rex }, null, { id: rex }] },
      errors: [],
    });
    expect(requested.map(([name]) => name).sort()).toEqual(['people', 'pets']);
  });

  test('reports an error for one id together with the other entities', async () => {
    expect(await sendRequest(document, { ids: [rex, denied, 'x'] })).toEqual({
      data: { nodes: [{ id: rex, name: 'Rex' }, null, null] },
      errors: [
        'nodes.1: This pet is not yours.',
        'nodes.2: "x" is not a global id. Pass the id of an object whose type implements Node.',
      ],
    });
  });

  test('returns the entities of other types if the subgraph of one type cannot be reached', async () => {
    unreachable.add('people');
    onTestFinished(() => void unreachable.delete('people'));
    expect(await sendRequest(document, { ids: [smith, rex, smith] })).toEqual({
      data: { nodes: [null, { id: rex, name: 'Rex' }, null] },
      errors: [0, 2].map((index) => `nodes.${index}: The people service cannot be reached`),
    });
  });

  test('accepts 100 ids and rejects 101', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => nodeId('Pet', String(index)));
    expect((await sendRequest(document, { ids: ids.slice(1) })).errors).toEqual([]);
    expect((await sendRequest(document, { ids })).errors).toEqual([
      'nodes: nodes accepts at most 100 ids, but 101 were sent.',
    ]);
  });
});
