import { expect, test } from 'vitest';
import type { RoleRule } from '../../../platform/configuration/index.js';
import { findOmittedClaims, grantedRoles } from './granted-roles.js';

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
  ['a value', { roles: 'Admin' }, ['admin']],
  ['a list', { groups: ['x', 'soc-acme'] }, ['analyst@acme']],
  ['words of a scope', { scope: 'openid read' }, ['viewer']],
  ['the strongest role of all tenants', { scope: 'import read' }, ['viewer']],
  ['tenants, the strongest role first', { groups: ['soc-globex', 'soc-acme'] }, ['analyst@acme', 'viewer@globex']],
  ['no tenant whose role all tenants have', { groups: ['soc-globex'], scope: 'read' }, ['viewer']],
  ['a tenant with a stronger role than all', { groups: ['soc-acme'], scope: 'read' }, ['analyst@acme', 'viewer']],
  ['a list in an object', { realm_access: { roles: ['x', 'soc'] } }, ['ingest@nested']],
  ['a name with dots before an object', { 'realm_access.roles': 'x', realm_access: { roles: ['soc'] } }, []],
  ['a name that is a URL', { 'https://corp.example/role': 'soc' }, ['ingest@named']],
  ['nothing for parts of a list', { realm_access: [{ roles: ['soc'] }] }, []],
  ['nothing for an object that is a text', { realm_access: 'roles' }, []],
  ['nothing for a part of a value', { roles: 'Administrator', scope: 'reader', groups: 'x soc-acme' }, []],
  ['nothing for other types and inherited names', { groups: { 'soc-acme': true }, roles: 7 }, []],
])('claims grant %s', (_, claims, expected) => {
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
  expect(findOmittedClaims(claims, rules)).toEqual(expected);
});
