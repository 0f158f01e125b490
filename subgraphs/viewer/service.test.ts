import { expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import { viewerOf } from './service.js';

const operator = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' } as const;

test.each<[string, Caller, object | null]>([
  [
    'an analyst of a tenant',
    operator,
    { id: 'operator:ana', name: 'ana', roles: ['analyst'], tenants: ['acme'], expiresAt: null },
  ],
  ['an administrator', { ...operator, role: 'admin', tenantId: null }, { roles: ['admin'], tenants: null }],
  ['an operator with a token that expires', { ...operator, expiresAt: 5 }, { expiresAt: new Date(5) }],
  [
    'an account',
    { kind: 'account', accountId: 'a', username: 'zoe' },
    { id: 'account:a', name: 'zoe', roles: [], tenants: [] },
  ],
  [
    'a client of the mirror',
    { kind: 'mirror-client', clientId: 'c', expiresAt: 7 },
    { id: 'mirror-client:c', name: 'c', expiresAt: new Date(7) },
  ],
  ['an anonymous caller as null', anonymous, null],
  ['a controller as null', { kind: 'controller', guids: null }, null],
])('returns the viewer of %s', (_, caller, expected) => {
  const viewer = viewerOf(caller);
  if (expected === null) expect(viewer).toBeNull();
  else expect(viewer).toMatchObject({ ...expected, kind: caller.kind });
});

test('the viewer has the permissions of their role', () => {
  const permissions = viewerOf({ ...operator, role: 'ingest' })?.permissions;
  expect(permissions).toContain('alerts.import');
  expect(permissions).not.toContain('alerts.read');
  expect(viewerOf(operator)?.permissions).not.toContain('drive.read');
});
