import { type Caller, type OperatorCaller, type OperatorRole, operatorRoles } from './caller.js';
import { DomainError } from './domain-error.js';

/** What an operator may do; within which tenants is decided by each domain. */
export type Permission = 'read' | 'change' | 'import' | 'administer';

const permissions: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  admin: ['read', 'change', 'import', 'administer'],
  analyst: ['read', 'change', 'import'],
  viewer: ['read'],
  ingest: ['import'],
};

const purposes: Readonly<Record<Permission, string>> = {
  read: 'read',
  change: 'change data',
  import: 'import inferences',
  administer: 'perform this operation',
};

/**
 * Whether the caller is an operator whose role has this permission. A role that is unknown here, such as one of a later release,
 * has none.
 */
export function isPermitted(caller: Caller, permission: Permission): caller is OperatorCaller {
  return caller.kind === 'operator' && rolesWith(permission).includes(caller.role);
}

/** How an operator without this permission is refused. */
export function notPermitted({ role }: OperatorCaller, permission: Permission): DomainError {
  const roles = rolesWith(permission).join(', ');
  const message = `A token with the role ${role} may not ${purposes[permission]}; permitted roles: ${roles}`;
  return new DomainError('FORBIDDEN', message, { role });
}

function rolesWith(permission: Permission): readonly OperatorRole[] {
  return operatorRoles.filter((role) => permissions[role].includes(permission));
}
