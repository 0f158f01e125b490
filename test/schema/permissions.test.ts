import { type DirectiveNode, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { anonymous, type Caller, type OperatorRole } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { silentLog } from '../../platform/log.js';
import {
  authorize,
  type Condition,
  isPermitted,
  type Permission,
  permissionNames,
  permissions,
  roles,
} from '../../platform/permissions/index.js';
import type { Platform } from '../../platform/subgraph.js';
import { subgraphs } from '../../subgraphs/index.js';
import { queries } from '../graph/support/caller-matrix.js';
import { mutations } from '../graph/support/caller-matrix-mutations.js';
import { type CallerName, callers } from '../graph/support/callers.js';
import { testConfiguration } from '../support/index.js';
import { schemaText } from './support/schema-files.js';

const operator = (role: OperatorRole, tenantId: string | null = null): Caller => ({
  ...{ kind: 'operator', name: role, role, tenantId },
});

/** The callers of the matrix, as in the table of permissions. */
const asCallers: Readonly<Record<CallerName, Caller>> = {
  ...{ anonymous, open: anonymous, tenant: operator('analyst', 'acme'), tenantViewer: operator('viewer', 'acme') },
  ...{ ingest: operator('ingest'), viewer: operator('viewer'), analyst: operator('analyst'), admin: operator('admin') },
  account: { kind: 'account', accountId: 'a', username: 'zoe' },
  mirror: { kind: 'mirror-client', clientId: 'matrix' },
};

const heldFor = (caller: CallerName): Condition[] => (caller === 'open' ? ['openAlerts'] : []);

/** The permission of each root field in the supergraph, by type and name. */
const declaredPermissions = new Map<string, string | undefined>(
  parse(schemaText('supergraph.graphql'))
    .definitions.filter((definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION)
    .filter(({ name }) => ['Query', 'Mutation', 'Subscription'].includes(name.value))
    .flatMap(({ name, fields = [] }: ObjectTypeDefinitionNode) =>
      fields.map((field) => [`${name.value}.${field.name.value}`, permissionIn(field.directives ?? [])] as const),
    ),
);

function permissionIn(directives: readonly DirectiveNode[]): string | undefined {
  const value = directives.find(({ name }) => name.value === 'requiresPermission')?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

function permissionOf(field: string): Permission {
  const permission = permissionNames.find((name) => name === declaredPermissions.get(field));
  if (permission === undefined) throw new Error(`${field} states no permission of the table`);
  return permission;
}

test('every root field of the supergraph declares a permission that exists', () => {
  expect(declaredPermissions.size).toBeGreaterThan(70);
  expect(
    [...declaredPermissions].filter(([, permission]) => !permissionNames.some((name) => name === permission)),
  ).toEqual([]);
});

describe.each([
  ['Query', queries],
  ['Mutation', mutations],
] as const)('the matrix of callers agrees with the permission table for each field of %s', (type, rows) => {
  test.each(rows)('%s', (field, _, outcomes) => {
    const permission = permissionOf(`${type}.${field}`);
    // Available to everyone; rejections have other reasons, such as a password.
    if (roles.every((role) => permissions[permission].grants[role] === 'all')) return;
    // It requires the permission to change, in addition to that of the field.
    const requested: Permission =
      field === 'alertAccess' && outcomes.viewer === 'FORBIDDEN' ? 'alerts.triage' : permission;
    for (const caller of callers) {
      const isRejected = /^(UNAUTHENTICATED|FORBIDDEN)/.test(outcomes[caller]);
      const expected = isPermitted(asCallers[caller], requested, heldFor(caller));
      expect([caller, isRejected], `${field} requires ${requested}`).toEqual([caller, !expected]);
    }
  });
});

test.each(['token', 'open'])(
  'events require the permission of their subscription with [auth] alerts = %s',
  (alerts) => {
    const platform = { configuration: testConfiguration({ RAMPART_AUTH_ALERTS: alerts }), log: silentLog };
    // Event types only read the settings.
    const types = subgraphs.flatMap(({ createEventTypes }) => createEventTypes?.(platform as Platform) ?? []);
    expect(types).not.toHaveLength(0);
    for (const { subscription, admit } of types) {
      if (subscription === undefined) continue;
      const permission = permissionOf(`Subscription.${subscription.field}`);
      for (const name of callers) {
        const caller = asCallers[name];
        const activeConditions = alerts === 'open' ? (['openAlerts'] as const) : [];
        let isAdmitted = true;
        try {
          admit(caller);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          isAdmitted = false;
        }
        expect([name, isAdmitted]).toEqual([name, isPermitted(caller, permission, activeConditions)]);
      }
    }
  },
);

describe('authorize', () => {
  test.each([
    ['alerts.triage', operator('viewer'), /role viewer may not change alerts \(alerts.triage\).*: admin, analyst$/],
    ['drive.read', operator('analyst', 'acme'), /only to operators without a tenant restriction/],
    ['licenses.release', operator('analyst', 'acme'), /may not release seats/],
    ['alerts.read', asCallers.account, /operators only/],
    ['alerts.read', { ...operator('admin'), role: 'constructor' } as unknown as Caller, /may not read alerts/],
  ] as const)('rejects %s for callers without it, and names the roles that have it', (permission, caller, message) => {
    expect(() => authorize(caller, permission)).toThrow(message);
    expect(() => authorize(caller, permission)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });

  test('requires anonymous callers to authenticate', () => {
    const unauthenticated = expect.objectContaining({ code: 'UNAUTHENTICATED' });
    expect(() => authorize(anonymous, 'alerts.read')).toThrow(unauthenticated);
    expect(() => authorize(anonymous, 'audit.read', ['openAlerts'])).toThrow(unauthenticated);
  });

  test.each([
    ['alerts.read', operator('analyst', 'acme'), { scope: 'own_tenants', tenants: ['acme'] }],
    ['alerts.read', operator('admin', 'acme'), { scope: 'all', tenants: null }],
    ['zones.read', operator('viewer', 'acme'), { scope: 'all', tenants: null }],
    ['accounts.read', asCallers.account, { scope: 'own_account', tenants: null }],
  ] as const)('returns the scope of %s', (permission, caller, access) => {
    expect(authorize(caller, permission)).toEqual(access);
  });
});
