import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadRoutes } from './load-routes.js';
import { DocumentProblems } from './operation-documents.js';
import type { Route } from './route.js';

const schema = buildSchema(`
  enum Color { RED LIGHT_BLUE }
  interface Named { id: ID! }
  type Thing implements Named {
    id: ID!
    "\`LIGHT_BLUE\` unless \`parts\` has others."
    color: Color
    "Size in meters, like \`parts\`; null if unknown. Null without \`color\`."
    size: Float!
    parts: [Thing!]!
    labels: [String]
  }
  type Paint { thing: Thing! coats: Int! }
  type Query { thing(id: ID!, color: [Color!], limit: Int): Thing things(ids: [ID!]): [Thing!]! named: Named }
  type Mutation { paint(id: ID!, color: Color!): Paint! }
`);

function load(files: Record<string, string>): Route[] {
  const directory = mkdtempSync(join(tmpdir(), 'operations-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return loadRoutes({ adapter: 'things', schema, directory });
}

function problemsOf(files: Record<string, string>): string[] {
  try {
    load(files);
  } catch (error) {
    if (error instanceof DocumentProblems) {
      return error.problems.map(({ file, line, message }) => `${file.split('/').at(-1)}:${line} ${message}`);
    }
    throw error;
  }
  return [];
}

const get = '@http(method: GET, path: "/things/{id}", unwrap: "thing", summary: "One")';

describe('an operation document', () => {
  test('describes fields with the names and values of the REST API', () => {
    const [route] = load({
      'get.graphql': `query A @http(method: GET, path: "/a", unwrap: "things", summary: "x") {
        things { paint_color: color size @absentWhenNull part_list: parts { id @describe(as: "Number on the part.") }
          labels @absentWhenNull
        }
      }`,
    });
    expect(route?.responseShape).toMatchObject({
      item: {
        fields: [
          { description: '`light_blue` unless `part_list` has others.' },
          { description: 'Size in meters, like `part_list`; absent if unknown. Absent without `paint_color`.' },
          { shape: { item: { fields: [{ description: 'Number on the part.' }] } } },
          { description: undefined, shape: { kind: 'list', nullable: true, item: { nullable: true } } },
        ],
      },
    });
  });

  test('defines a route', () => {
    const [route] = load({
      'get.graphql': `query GetThing(
        $id: ID!
        $color: [Color!] @parameter(description: "Its color")
        $limit: Int = 5 @parameter(minimum: 1, maximum: 9)
      ) @http(method: GET, path: "/things/{id}", query: ["limit", "color"], unwrap: "one", summary: "One", errors: ["NOT_FOUND"]) {
        one: thing(id: $id, color: $color, limit: $limit) { thing_id: id ...Parts }
      }`,
      'parts.graphql': 'fragment Parts on Thing { parts { color } }',
    });
    expect(route).toMatchObject({
      operationName: 'GetThing',
      adapter: 'things',
      method: 'GET',
      path: '/things/{id}',
      status: 200,
      errors: ['NOT_FOUND'],
      unwrap: ['one'],
    });
    expect(route?.parameters.map(({ name, location, kind, required }) => ({ name, location, kind, required }))).toEqual(
      [
        { name: 'id', location: 'path', kind: 'string', required: true },
        { name: 'limit', location: 'query', kind: 'integer', required: false },
        { name: 'color', location: 'query', kind: 'enum', required: false },
      ],
    );
    expect(route?.parameters[1]).toMatchObject({ default: 5, minimum: 1, maximum: 9 });
    expect([...(route?.parameters[2]?.enumNames ?? [])]).toEqual([
      ['red', 'RED'],
      ['light_blue', 'LIGHT_BLUE'],
    ]);
    expect(route?.responseShape).toMatchObject({
      kind: 'object',
      nullable: false,
      fields: [{ name: 'thing_id' }, { name: 'parts', shape: { kind: 'list' } }],
    });
  });

  test('includes fragments of fragments, and fragments without a type', () => {
    const [route] = load({
      'get.graphql': `query GetThing($id: ID!) ${get} { thing(id: $id) { ... { size } ...Whole } }`,
      'whole.graphql': 'fragment Whole on Thing { id ...Parts }',
      'parts.graphql': 'fragment Parts on Thing { parts { id } }',
    });
    expect(route?.responseShape).toMatchObject({ fields: [{ name: 'size' }, { name: 'id' }, { name: 'parts' }] });
    expect(route?.text).toContain('fragment Parts on Thing');
  });

  test('names an object by a fragment only if it is the whole selection', () => {
    const [route] = load({
      'list.graphql': `query A @http(method: GET, path: "/a", summary: "x") {
        things { ...Named }
        more: things { ...Named size }
      }`,
      'named.graphql': 'fragment Named on Thing { id }',
    });
    expect(route?.responseShape).toMatchObject({
      fields: [{ shape: { item: { name: 'Named' } } }, { shape: { item: { name: undefined } } }],
    });
  });

  test('is executed without the directives of the adapters', () => {
    const [route] = load({
      'get.graphql': `query GetThing($id: ID! @parameter(description: "x")) ${get} { thing(id: $id) { id } }`,
    });
    expect(route?.text).toBe('query GetThing($id: ID!) {\n  thing(id: $id) {\n    id\n  }\n}');
  });
});

describe('a field that is sent as a header', () => {
  const limit = 'limit: coats @header(name: "Coats-Limit")';

  test('is omitted from the body, and so are objects without other fields', () => {
    const [route] = load({
      'paint.graphql': `mutation Paint($id: ID!, $color: Color!)
        @http(method: POST, path: "/things/{id}", body: ["color"], unwrap: "paint", summary: "Paint", ignoresCredentials: true) {
        paint(id: $id, color: $color) { thing { size @header(name: "Size") } coats }
        again: paint(id: $id, color: $color) { ${limit} }
      }`,
    });
    expect(route?.responseShape).toMatchObject({ kind: 'object', fields: [{ name: 'coats' }] });
    expect(route?.headers).toMatchObject([
      { name: 'Size', path: ['paint', 'thing', 'size'] },
      { name: 'Coats-Limit', path: ['again', 'limit'] },
    ]);
    expect(route).toMatchObject({ ignoresCredentials: true, guard: undefined });
    expect(route?.text).not.toContain('@');
  });

  test('can be a field of a guard operation', () => {
    const guard = 'query Sizes @guard { thing(id: "1") { size @header(name: "Size") } }';
    const [route] = load({
      'a-guard.graphql': guard,
      'get.graphql': `query GetThing($id: ID!) ${get.replace('unwrap', 'guard: "Sizes", unwrap')} { thing(id: $id) { id } }`,
    });
    expect(route).toMatchObject({ operationName: 'GetThing', ignoresCredentials: false, headers: [] });
    expect(route?.guard).toMatchObject({
      operationName: 'Sizes',
      headers: [{ name: 'Size', path: ['thing', 'size'] }],
    });
  });

  test.each([
    [
      'it is in a list',
      'query A @http(method: GET, path: "/a", summary: "x") { things { id size @header(name: "Size") } }',
      'a.graphql:1 size is in a list, but a header can contain only one value',
    ],
    [
      'a guard is unknown',
      'query A @http(method: GET, path: "/a", guard: "B", summary: "x") { things { id } }',
      'a.graphql:1 no operation B has the directive @guard',
    ],
    [
      'a guard has a variable',
      'query A($id: ID!) @guard { thing(id: $id) { size @header(name: "Size") } }',
      'a.graphql:1 the guard A must not have variables',
    ],
  ])('fails to load if %s', (_name, text, problem) => {
    expect(problemsOf({ 'a.graphql': text })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('an invalid document is reported with file and line:', () => {
  test.each<[name: string, text: string, problem: string]>([
    [
      'a field that the schema no longer has',
      `query A($id: ID!) ${get} {\n  thing(id: $id) {\n    weight\n  }\n}`,
      'a.graphql:3 Cannot query field "weight" on type "Thing".',
    ],
    [
      'an argument with another type',
      `query A($id: Int!) ${get} {\n  thing(id: $id) { id }\n}`,
      'a.graphql:1 Variable "$id" of type "Int!" used in position expecting type "ID!".',
    ],
    ['a syntax error', 'query A {\n  thing(', 'a.graphql:2 Syntax Error: Expected Name, found <EOF>.'],
    [
      'a directive with an invalid argument',
      `query A($id: ID!) @http(method: FETCH, path: "/a/{id}", summary: "x") { thing(id: $id) { id } }`,
      'a.graphql:1 Value "FETCH" does not exist in "HttpMethod" enum.',
    ],
    ['no endpoint', 'query A { things { id } }', 'a.graphql:1 A has no @http directive'],
    [
      'no name',
      '\nquery @http(method: GET, path: "/a", summary: "x") { things { id } }',
      'a.graphql:2 the operation must have a name',
    ],
    [
      'a variable without a source',
      'query A($ids: [ID!]) @http(method: GET, path: "/a", summary: "x") { things(ids: $ids) { id } }',
      'a.graphql:1 @http does not name the variable $ids in path, query, body or dialect',
    ],
    [
      'a source for an unknown variable',
      'query A @http(method: GET, path: "/a/{id}", summary: "x") { things { id } }',
      'a.graphql:1 @http names id, which is not a variable of the operation, or is named twice',
    ],
    [
      'a variable with two sources',
      `query A($id: ID!) @http(method: GET, path: "/a/{id}", query: ["id"], summary: "x") { thing(id: $id) { id } }`,
      'a.graphql:1 @http names id, which is not a variable of the operation, or is named twice',
    ],
    [
      'an unknown error code',
      'query A @http(method: GET, path: "/a", summary: "x", errors: ["LOST"]) { things { id } }',
      'a.graphql:1 invalid value LOST: expected one of',
    ],
    [
      'an unwrapped field with siblings',
      'query A @http(method: GET, path: "/a", summary: "x", unwrap: "things") { things { id } others: things { id } }',
      'a.graphql:1 unwrap: things must be the only field at its level',
    ],
    [
      'a conditional field',
      'query A($yes: Boolean!) @http(method: GET, path: "/a", query: ["yes"], summary: "x") { things { id @include(if: $yes) } }',
      'a.graphql:1 REST operations cannot use @skip or @include',
    ],
    [
      'an omitted field',
      'query A($no: Boolean!) @http(method: GET, path: "/a", query: ["no"], summary: "x") { things { id @skip(if: $no) } }',
      'a.graphql:1 REST operations cannot use @skip or @include',
    ],
    [
      'a type condition',
      'query A @http(method: GET, path: "/a", summary: "x") { things { ... on Named { id } } }',
      'a.graphql:1 REST responses cannot have type conditions (Named on Thing)',
    ],
    [
      'a field with an abstract type',
      'query A @http(method: GET, path: "/a", summary: "x") { named { id } }',
      'a.graphql:1 REST responses cannot have abstract types (Named)',
    ],
    ['a type', 'type A { id: ID! }', 'a.graphql:1 only operations and fragments are allowed'],
    [
      'a fragment that does not exist',
      'query A @http(method: GET, path: "/a", summary: "x") { things { ...Lost } }',
      'a.graphql:1 Unknown fragment "Lost".',
    ],
    [
      'an unknown limit',
      'query A($ids: [ID!] @parameter(maxItems: "lost")) @http(method: GET, path: "/a", query: ["ids"], summary: "x") { things(ids: $ids) { id } }',
      'a.graphql:1 platform/input-limits.ts has no limit named lost',
    ],
    [
      'an optional path parameter',
      'query A($id: ID! = "1") @http(method: GET, path: "/a/{id}", summary: "x") { thing(id: $id) { id } }',
      'a.graphql:1 the path parameter $id must be required',
    ],
    [
      'a mutation with a body and without a guard',
      'mutation A($id: ID!) @http(method: POST, path: "/a", body: ["id"], summary: "x") { paint(id: $id, color: RED) { coats } }',
      'a.graphql:1 A changes data and requires a guard',
    ],
    [
      'a wildcard in the middle of a path',
      'query A($id: ID! @parameter(segments: true)) @http(method: GET, path: "/a/{id}/b", summary: "x") { thing(id: $id) { id } }',
      'a.graphql:1 $id is a wildcard, but not at the end of the path',
    ],
  ])('%s', (_name, text, problem) => {
    expect(problemsOf({ 'a.graphql': text })).toEqual([expect.stringContaining(problem)]);
  });

  test('a broken fragment, once and with the file of the fragment', () => {
    const operation = (name: string) =>
      `query ${name} @http(method: GET, path: "/${name}", summary: "x") { things { ...Parts } }`;
    expect(
      problemsOf({
        'a.graphql': operation('A'),
        'b.graphql': operation('B'),
        'parts.graphql': 'fragment Parts on Thing {\n  id\n  lost\n}',
      }),
    ).toEqual(['parts.graphql:3 Cannot query field "lost" on type "Thing".']);
  });

  test('a fragment that contains itself', () => {
    expect(
      problemsOf({
        'a.graphql': 'query A @http(method: GET, path: "/a", summary: "x") { things { ...Parts } }',
        'parts.graphql': 'fragment Parts on Thing { parts { ...Parts } }',
      }),
    ).toEqual(['parts.graphql:1 Cannot spread fragment "Parts" within itself.']);
  });

  test('several problems, each on its own line of the message', () => {
    const invalid = { 'a.graphql': 'query A { things { id } }', 'b.graphql': 'type B { id: ID! }' };
    expect(() => load(invalid)).toThrow(
      expect.objectContaining({
        name: 'DocumentProblems',
        message: expect.stringMatching(
          /^\S+b\.graphql:1 only operations and fragments are allowed\n\S+a\.graphql:1 A has no @http directive$/,
        ),
      }),
    );
  });

  test('an endpoint that two documents declare', () => {
    const text = (name: string) => `query ${name} @http(method: GET, path: "/a", summary: "x") { things { id } }`;
    expect(problemsOf({ 'a.graphql': text('A'), 'b.graphql': text('B') })).toEqual([
      'b.graphql:1 GET /a is declared twice',
    ]);
  });
});
