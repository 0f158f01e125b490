import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { conventions } from './support/conventions.js';
import { apiSchema } from './support/schema-files.js';

/** A schema that violates each convention. */
const violatingSchema = buildSchema(`
  "Asked."
  type Query {
    "Pets."
    Pets("How many." first: String, "Where." offset: Int): PetConnection
    "Old." oldPets: [Pet!]! @deprecated(reason: "Use \`older\`.")
    "Older." older: [Pet!]! @deprecated(reason: "It is slow.")
    "More." morePets("Where." after: String, "From the end." last: Int): [Pet!]!
    "Crowd." crowd("How many." first: Int!, "Where." after: String, "From the end." last: Int): Crowd!
  }
  "Changed."
  type Mutation { "Feeds." feed("Whom." id: ID!): Boolean! }
  "A page."
  type PetConnection { "Edges." edges: [PetPlace!]! "Pets." nodes: [String!]! "About it." pageInfo: PageInfo }
  "A place."
  type PetPlace { "Mark." cursor: ID "The pet." node: [Pet!]! }
  "About a page."
  type PageInfo { "More." hasNextPage: Boolean! "Less." hasPreviousPage: Boolean! "Start." startCursor: String! }
  "A crowd."
  type Crowd { "Edges." edges: [String!]! }
  "A pet."
  type Pet { name(short: Boolean): String! "Its owner." owner: String "Its kind." kind: kind_of_pet! }
  enum kind_of_pet { Cat }
  input Which { name: String }
`);

const expected: Readonly<Record<string, string[]>> = {
  'describes every type, field, argument, input field and value': [
    'Pet.name(short:): no description',
    'Pet.name: no description',
    'Which.name: no description',
    'Which: no description',
    'kind_of_pet.Cat: no description',
    'kind_of_pet: no description',
  ],
  'says of every field that may be null when it is': [
    'Pet.owner: nullable without a reason',
    'PetConnection.pageInfo: nullable without a reason',
    'PetPlace.cursor: nullable without a reason',
  ],
  'says of everything deprecated what to use instead': [
    'Query.oldPets: what to use instead is not there, or is deprecated too',
    'Query.older: deprecated without "Use `…`"',
  ],
  'names types like This, fields and arguments like this, values like THIS': [
    'Query.Pets: not named as ours are',
    'kind_of_pet: not named as ours are',
    'kind_of_pet.Cat: not named as ours are',
  ],
  'returns an object for each change, which can grow': ['Mutation.feed: returns no object'],
  'pages as the cursor connections of Relay do': [
    'Crowd.edges: must be a list of edges',
    'Crowd.pageInfo: must be PageInfo!',
    'Crowd: has edges, but is not named a connection',
    'PageInfo.endCursor: must be String',
    'PageInfo.startCursor: must be String',
    'PetConnection.nodes: must be a list of what the edges hold',
    'PetConnection.pageInfo: must be PageInfo!',
    'PetPlace.cursor: must be String!',
    'PetPlace.node: must be one object',
    'PetPlace: not named as its connection',
    'Query.Pets: `first` must be an Int',
    'Query.Pets: has an offset alongside its cursors',
    'Query.Pets: needs `after: String`',
    'Query.crowd: needs both `last` and `before`, or neither',
    'Query.morePets: `after` without a connection',
  ],
};

describe('the API schema', () => {
  test.each(Object.entries(conventions))('%s', (_, faultsOf) => {
    expect(faultsOf(apiSchema())).toEqual([]);
  });
});

describe('a schema that violates a convention is reported with the element:', () => {
  test.each(Object.entries(conventions))('%s', (sentence, faultsOf) => {
    expect(faultsOf(violatingSchema).sort()).toEqual([...(expected[sentence] ?? [])].sort());
  });
});

test('documented examples use no deprecated element', () => {
  const files = globSync('examples/**/*.graphql', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const document = parse(readFileSync(join(projectRoot, file), 'utf8'));
    expect(validate(apiSchema(), document, [...specifiedRules, NoDeprecatedCustomRule]), file).toEqual([]);
  }
});
