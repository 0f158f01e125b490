import { expect, test } from 'vitest';
import type { RoleRule } from '../../../platform/configuration/index.js';
import { findDistributedClaims, grantedRoles, withoutUnverifiedEmail } from './granted-roles.js';

const rule = (claim: string, value: string, role: RoleRule['role'], tenantId: string | null = null): RoleRule => ({
  ...{ claim, value, role, tenantId },
});
const rules = [
  rule('groups', 'soc-acme', 'analyst', 'acme'),
  rule('groups', 'soc-globex', 'viewer', 'globex'),
  rule('scope', 'read', 'viewer'),
  rule('scope', 'import', 'ingest'),
  rule('roles', 'Admin', 'admin'),
  rule('realm_access.roles', 'soc', 'ingest', 'nested'),
  rule('https://corp.example/role', 'soc', 'ingest', 'named'),
];

test.each([
  ['grant a role by a value', { roles: 'Admin' }, ['admin']],
  ['grant a role for a tenant by an item of a list', { groups: ['x', 'soc-acme'] }, ['analyst@acme']],
  ['grant a role by a word of a scope', { scope: 'openid read' }, ['viewer']],
  ['grant only the strongest role for all tenants', { scope: 'import read' }, ['viewer']],
  [
    'grant roles for tenants, the strongest role first',
    { groups: ['soc-globex', 'soc-acme'] },
    ['analyst@acme', 'viewer@globex'],
  ],
  ['grant no role for a tenant that is granted for all tenants', { groups: ['soc-globex'], scope: 'read' }, ['viewer']],
  [
    'grant a role for a tenant that is stronger than the role for all tenants',
    { groups: ['soc-acme'], scope: 'read' },
    ['analyst@acme', 'viewer'],
  ],
  ['grant a role by a list in an object', { realm_access: { roles: ['x', 'soc'] } }, ['ingest@nested']],
  [
    'with dots in their names take precedence over nested claims',
    { 'realm_access.roles': 'x', realm_access: { roles: ['soc'] } },
    [],
  ],
  ['grant a role by a name that is a URL', { 'https://corp.example/role': 'soc' }, ['ingest@named']],
  ['grant nothing for objects in a list', { realm_access: [{ roles: ['soc'] }] }, []],
  ['grant nothing for a string in place of an object', { realm_access: 'roles' }, []],
  ['grant nothing for a part of a value', { roles: 'Administrator', scope: 'reader', groups: 'x soc-acme' }, []],
  ['grant nothing for other types and inherited names', { groups: { 'soc-acme': true }, roles: 7 }, []],
])('claims %s', (_, claims, expected) => {
  const granted = grantedRoles(claims, rules).map(({ role, tenantId }) =>
    tenantId === null ? role : `${role}@${tenantId}`,
  );
  expect(granted).toEqual(expected);
});

test.each([
  ['names of sources', { _claim_names: { groups: 'src1', other: 'src1' } }, ['groups']],
  ['no sources', { groups: ['x'] }, []],
  ['sources that are not an object', { _claim_names: 'groups' }, []],
])('lists the omitted claims that rules need, for claims with %s', (_, claims, expected) => {
  expect(findDistributedClaims(claims, rules)).toEqual(expected);
});

test.each([
  ['removes an email address that the provider has not verified', false, false],
  ['removes an email address if email_verified is the string "false"', 'false', false],
  ['returns an email address that the provider has verified', true, true],
  ['returns an email address if email_verified is the string "true"', 'true', true],
  ['returns an email address if the provider omits email_verified', undefined, true],
])('%s', (_, verified, isTrusted) => {
  const claims = { sub: 'ada', email: 'ada@corp.example', email_verified: verified };
  expect('email' in withoutUnverifiedEmail(claims)).toBe(isTrusted);
  expect(withoutUnverifiedEmail(claims)).toMatchObject({ sub: 'ada' });
});
