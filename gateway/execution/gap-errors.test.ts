import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { gapErrors } from './gap-errors.js';

const address = { street: 'Elm' };
const user = { id: '1', address };
const friend = { name: 'Ann', pets: [{ kind: 'cat' }] };
const root = { data: { users: [user, friend] }, isIncomplete: false };
const gap = { object: address, message: 'no zip', path: ['users', 0, 'address', 'zip'] };

function pathsOf(errors: readonly GraphQLError[], marks: readonly object[] = []): unknown {
  const incomplete = new WeakMap(marks.map((object) => [object, 'failed'] as const));
  return gapErrors([gap], errors, { root, incomplete }).map(({ path }) => path?.join('.'));
}

test.each([
  ['is reported', [], [], ['users.0.address.zip']],
  ['is explained by an error at the field', [gap.path], [], []],
  ['is explained by an error at a value that contains it', [['users', 0]], [], []],
  [
    'is reported despite an error elsewhere',
    [
      ['users', 1],
      ['users', 0, 'address', 'street'],
    ],
    [],
    [gap.path.join('.')],
  ],
  ['is reported despite an error in the field', [[...gap.path, 'digits']], [], [gap.path.join('.')]],
  ['is explained by an object that contains it and for which a subgraph returned nothing', [], [user], []],
  ['is reported despite another object for which a subgraph returned nothing', [], [friend], [gap.path.join('.')]],
])('a missing field %s', (_, paths, marks, expected) => {
  const errors = paths.map((path) => new GraphQLError('down', { path }));
  expect(pathsOf(errors, marks)).toEqual(expected);
});

test('a missing field has the code of an operation that cannot be planned', () => {
  expect(gapErrors([gap], [new GraphQLError('down')], { root, incomplete: new WeakMap() })).toMatchObject([
    { message: 'no zip', extensions: { code: 'QUERY_NOT_PLANNABLE' } },
  ]);
});
