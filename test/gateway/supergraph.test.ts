import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeSupergraph, schemaFiles, supergraphOf } from '../../gateway/index.js';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize", "@authenticated"])`;
const people = {
  name: 'people',
  typeDefs: `${link}
    type Query { people(first: Int = 10): [Person!]! @listSize(slicingArguments: ["first"]) }
    type Person @key(fields: "id") { id: ID! name: String @cost(weight: 5) @authenticated }`,
};
const pets = { name: 'pets', typeDefs: `${link} type Person @key(fields: "id") { id: ID! pets: [String!]! }` };

describe('the supergraph', () => {
  test('is composed of the subgraphs, and retains the directives for the gateway and other routers', () => {
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

  test('is read from the committed files if they belong to exactly these subgraphs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rampart-supergraph-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const composed = composeSupergraph([people, pets]);
    expect(supergraphOf([people, pets], folder)).toBe(composed);

    mkdirSync(join(folder, 'subgraphs'));
    for (const { path, text } of schemaFiles(composed, [people, pets])) writeFileSync(join(folder, path), text);
    writeFileSync(join(folder, 'supergraph.graphql'), '# committed');
    expect(supergraphOf([pets, people], folder)).toBe('# committed');

    const shops = { name: 'shops', typeDefs: 'type Query { shops: Int }' };
    const changed = { ...pets, typeDefs: pets.typeDefs.replace('pets:', 'animals:') };
    const remote = { ...pets, url: 'http://127.0.0.1:4001/graphql' };
    for (const others of [[people], [people, pets, shops], [people, shops], [people, changed], [people, remote]]) {
      expect(supergraphOf(others, folder)).toBe(composeSupergraph(others));
    }
  });
});
