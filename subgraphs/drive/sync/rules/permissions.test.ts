import { expect, test } from 'vitest';
import { missingPermissions, rolesInToken } from './permissions.js';

const needed = ['Sites.Read.All', 'Sites.Manage.All', 'Files.Read.All'];

function token(claims: unknown): string {
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

test.each<[string[] | null, string[]]>([
  [null, []],
  [[], needed],
  [
    ['Files.Read.All', 'Mail.Read'],
    ['Sites.Read.All', 'Sites.Manage.All'],
  ],
  [needed, []],
  [['Sites.Selected'], []],
  [['Sites.Selected.Not'], needed],
])('the roles %j lack the permissions %j', (roles, missing) => {
  expect(missingPermissions(roles)).toEqual(missing);
});

test.each<[string, string, string[] | null]>([
  ['a token with roles', token({ roles: ['a', 5, null, 'b'] }), ['a', 'b']],
  ['a token with up to 100 roles', token({ roles: Array(101).fill('a') }), Array(100).fill('a')],
  ['a token without roles', token({}), []],
  ['a token whose roles are not a list', token({ roles: 'a' }), []],
  ['a token without claims', token(null), null],
  ['a token with a string as its payload', token('roles'), null],
  ['an opaque token', 'opaque', null],
  ['a token that is not JSON', 'head.body.signature', null],
])('reads the roles from %s', (_, input, roles) => {
  expect(rolesInToken(input)).toEqual(roles);
});
