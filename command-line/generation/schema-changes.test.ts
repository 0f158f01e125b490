import { describe, expect, test } from 'vitest';
import { approve, type ChangeLog, release, releaseProblems, reviewSchema, schemaProblems } from './schema-changes.js';

const released = `
  type Query { pets(first: Int! = 10, kind: Kind): [Pet!]! owner(id: ID!): Owner }
  enum Kind { CAT DOG }
  type Pet { name: String! age: Int }
  type Owner { id: ID! }
`;
const log: ChangeLog = { approved: [], releases: [{ version: '1.0.0', broke: [] }] };

/** Reviews the released schema after replacing these strings in it. */
async function review(replaced: Record<string, string>, differences: { log?: ChangeLog; version?: string } = {}) {
  const current = Object.entries(replaced).reduce((text, [old, now]) => text.replace(old, now), released);
  return await reviewSchema({ released, current, log, version: '1.0.0', ...differences });
}

const nameMayBeNull = "Field 'Pet.name' changed type from 'String!' to 'String'";

describe('the check of API schema changes since the last release', () => {
  test('allows additions, deprecations and description changes', async () => {
    const result = await review({
      'age: Int': 'age: Int @deprecated(reason: "Use `born`.") born: Int',
      'type Owner': '"Who feeds pets."\ntype Owner',
      'owner(id: ID!): Owner': 'owner(id: ID!): Owner!',
    });
    expect(schemaProblems(result)).toEqual([]);
    expect(result.safe).toEqual([
      "Field 'Pet.age' is deprecated",
      "Field 'Query.owner' changed type from 'Owner' to 'Owner!'",
      "Field 'born' was added to object type 'Pet'",
    ]);
    expect(result.dangerous).toEqual([]);
  });

  test.each([
    ['a removed field', { 'age: Int': '' }, "Field 'age' was removed from object type 'Pet'"],
    ['a removed type', { 'type Owner { id: ID! }': '', 'owner(id: ID!): Owner': '' }, "Type 'Owner' was removed"],
    ['a field that becomes nullable', { 'name: String!': 'name: String' }, nameMayBeNull],
    ['a removed enum value', { 'CAT DOG': 'CAT' }, "Enum value 'DOG' was removed from enum 'Kind'"],
    [
      'a field that is removed from a type with a new interface',
      {
        'type Pet { name: String! age: Int }':
          'interface Named { name: String! } type Pet implements Named { name: String! }',
      },
      "Field 'age' was removed from object type 'Pet'",
    ],
    ['a new required argument', { 'id: ID!)': 'id: ID!, as: ID!)' }, "Argument 'as: ID!' added to field 'Query.owner'"],
    [
      'an argument that becomes required',
      { 'kind: Kind': 'kind: Kind!' },
      "Type for argument 'kind' on field 'Query.pets' changed from 'Kind' to 'Kind!'",
    ],
  ])('rejects %s as a breaking change, and explains how to approve it', async (_, replaced, change) => {
    const problems = schemaProblems(await review(replaced as Record<string, string>));
    expect(problems).toContain(`breaks clients: ${change}`);
    expect(problems.at(-1)).toContain('npm run generate -- --approve');
  });

  test('warns about changes that clients may not expect, and allows them', async () => {
    const result = await review({ 'CAT DOG': 'CAT DOG BIRD', '= 10': '= 20' });
    expect(result.dangerous).toEqual([
      "Default value for argument 'first' on field 'Query.pets' changed from '10' to '20'",
      "Enum value 'BIRD' was added to enum 'Kind'",
    ]);
    expect(schemaProblems(result)).toEqual([]);
  });
});

describe('an approval', () => {
  const breaking = { 'name: String!': 'name: String' };

  test('with a reason accepts only the listed breaking changes', async () => {
    const approved = approve(log, await review(breaking), 'Strays have no name.');
    expect(approved.approved).toEqual([{ change: nameMayBeNull, reason: 'Strays have no name.' }]);
    expect(schemaProblems(await review(breaking, { log: approved }))).toEqual([]);
    const laterReview = await review({ ...breaking, 'age: Int': '' }, { log: approved });
    expect(laterReview.unapproved).toEqual(["Field 'age' was removed from object type 'Pet'"]);
  });

  test('without a reason is rejected', async () => {
    const approved = approve(log, await review(breaking), ' ');
    expect(schemaProblems(await review(breaking, { log: approved }))).toEqual([
      `approved without a reason; add one to schema/released/changes.json: ${nameMayBeNull}`,
    ]);
  });

  test('is reported when it is no longer needed, and removed by the next approval', async () => {
    const approved = approve(log, await review(breaking), 'Strays have no name.');
    const after = await review({ 'age: Int': '' }, { log: approved });
    expect(schemaProblems(after)).toContain(
      `approved, but not a breaking change; remove it from schema/released/changes.json: ${nameMayBeNull}`,
    );
    expect(approve(approved, after, 'Nobody knows.').approved.map(({ reason }) => reason)).toEqual(['Nobody knows.']);
  });

  test('is recorded as a breaking change of the next release, once per version', async () => {
    const approved = approve(log, await review(breaking), 'Strays have no name.');
    expect(release(approved, '1.0.0')).toBeUndefined();
    expect(release(approved, '2.0.0')).toEqual({
      approved: [],
      releases: [{ version: '2.0.0', broke: approved.approved }, ...log.releases],
    });
  });
});

describe('package.json version', () => {
  test('is the next version until it is released', async () => {
    const first = await review({}, { log: { approved: [], releases: [] } });
    expect(schemaProblems(first)).toEqual([]);
    const next = await review({}, { version: '1.1.0' });
    expect(schemaProblems(next)).toEqual([]);
    expect(releaseProblems(next)).toEqual([
      'schema/released/ has version 1.0.0, which differs from package.json: run npm run generate -- --release',
    ]);
    expect(releaseProblems(await review({}))).toEqual([]);
  });

  test('is never lower than the last released version', async () => {
    expect(schemaProblems(await review({}, { version: '0.9.0' }))).toEqual([
      'package.json has an older version than schema/released/ (1.0.0): set this version or a newer one in package.json',
    ]);
  });
});
