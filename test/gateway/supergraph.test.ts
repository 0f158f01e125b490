import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { composeSupergraph, schemaFiles } from '../../gateway/index.js';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize", "@authenticated"])`;
const people = {
  name: 'people',
  typeDefs: `${link}
    type Query { people(first: Int = 10): [Person!]! @listSize(slicingArguments: ["first"]) }
    type Person @key(fields: "id") { id: ID! name: String @cost(weight: 5) @authenticated }`,
};
const pets = { name: 'pets', typeDefs: `${link} type Person @key(fields: "id") { id: ID! pets: [String!]! }` };

describe('the supergraph', () => {
  test('composes the subgraphs, and keeps the directives for the gateway and other routers', () => {
    const sdl = composeSupergraph([people, pets]);
    expect(sdl).toContain('@listSize(slicingArguments: ["first"]');
    expect(sdl).toContain('@cost(weight: 5)');
    expect(sdl).toContain('@authenticated');
  });

  test('of incompatible subgraphs fails with all reasons', () => {
    const wrong = { name: 'wrong', typeDefs: `${link} type Person @key(fields: "id") { id: ID! name: Int pets: Int }` };
    expect(() => composeSupergraph([people, pets, wrong])).toThrow(
      /the subgraphs do not compose:[\s\S]*Person\.name[\s\S]*Person\.pets/,
    );
  });

  test('is written to files: the API schema, the supergraph, and each subgraph', () => {
    const write = () => schemaFiles(composeSupergraph([people, pets]), [people, pets]);
    const files = new Map(write().map(({ path, text }) => [path, text]));
    expect([...files.keys()]).toEqual([
      'supergraph.graphql',
      'api.graphql',
      'subgraphs/people.graphql',
      'subgraphs/pets.graphql',
    ]);
    const api = files.get('api.graphql') ?? '';
    expect(api).not.toContain('join__');
    expect(Object.keys(buildSchema(api).getTypeMap())).toContain('Person');
    expect(write()).toEqual(write());
  });
});
