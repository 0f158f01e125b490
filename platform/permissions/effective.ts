import type { Configuration } from '../configuration/index.js';
import { type Condition, conditions, type Grants, type PermissionRule, permissionNames, permissions } from './table.js';

/** A row of the permissions table, with its condition in words. */
export interface EffectivePermission {
  readonly permission: string;
  /** The action that the permission allows, such as "read alerts and endpoints". */
  readonly purpose: string;
  readonly grants: Grants;
  /** Additional grants under a condition, and whether it is met; null: none. */
  readonly conditional: { readonly condition: string; readonly isMet: boolean; readonly grants: Grants } | null;
}

/** The permissions table, and which of its conditions these settings meet. */
export function effectivePermissions(configuration: Pick<Configuration, 'auth' | 'licenses'>): EffectivePermission[] {
  return permissionNames.map((permission) => {
    const { purpose, grants, conditional }: PermissionRule = permissions[permission];
    return {
      ...{ permission, purpose, grants },
      conditional:
        conditional === undefined
          ? null
          : {
              condition: conditions[conditional.condition],
              isMet: isFulfilled(conditional.condition, configuration),
              grants: conditional.grants,
            },
    };
  });
}

function isFulfilled(condition: Condition, { auth, licenses }: Pick<Configuration, 'auth' | 'licenses'>): boolean {
  switch (condition) {
    case 'openAlerts':
      return auth.alerts !== 'token';
    case 'openControllers':
      return licenses.controllerAuth === 'open';
    case 'documentedPaths':
      return true;
  }
}
