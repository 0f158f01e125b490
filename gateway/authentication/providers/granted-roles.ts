import type { OperatorCaller, OperatorRole } from '../../../platform/caller.js';
import type { RoleRule } from '../../../platform/configuration/index.js';

/** A role that the claims of a token grant. */
export interface GrantedRole {
  readonly role: OperatorRole;
  /** Id of the tenant for which the role is granted; null: all tenants. */
  readonly tenantId: string | null;
}

/** Roles from the strongest to the weakest. */
const rolesByStrength: readonly OperatorRole[] = ['admin', 'analyst', 'viewer', 'ingest'];

/**
 * The roles that the rules grant for these claims, the strongest first, and a role for all tenants before the same role
 * for one tenant. Each tenant occurs once, with its strongest role, and only if that role is stronger than the role for
 * all tenants. A rule matches if the claim equals its value, is a list that contains its value or, for `scope` and
 * `scp`, is a space-separated string that contains its value (RFC 8693, section 4.2).
 */
export function grantedRoles(claims: Readonly<Record<string, unknown>>, rules: readonly RoleRule[]): GrantedRole[] {
  const byTenant = new Map<string | null, OperatorRole>();
  for (const { claim, value, role, tenantId } of rules) {
    if (!valuesOf(claims, claim).includes(value)) continue;
    const existing = byTenant.get(tenantId);
    if (existing === undefined || rank(role) < rank(existing)) byTenant.set(tenantId, role);
  }
  const granted = [...byTenant].map(([tenantId, role]) => ({ role, tenantId }));
  const forAllTenants = byTenant.get(null);
  return granted
    .filter(
      ({ role, tenantId }) => tenantId === null || forAllTenants === undefined || rank(role) < rank(forAllTenants),
    )
    .sort((a, b) => rank(a.role) - rank(b.role) || Number(a.tenantId !== null) - Number(b.tenantId !== null));
}

/** The strongest of the granted roles, with all tenants for which it is granted; undefined if no role is granted. */
export function strongestRole(
  granted: readonly GrantedRole[],
): Pick<OperatorCaller, 'role' | 'tenantId' | 'tenants'> | undefined {
  const [strongest] = granted;
  if (strongest === undefined) return undefined;
  const { role, tenantId } = strongest;
  if (tenantId === null) return { role, tenantId };
  const tenants = granted.flatMap((grant) => (grant.role === role && grant.tenantId !== null ? [grant.tenantId] : []));
  return { role, tenantId, ...(tenants.length > 1 && { tenants }) };
}

/**
 * The claims, without `email` if the provider has not verified it, because anyone can enter the address of another
 * person. Some providers send `email_verified` as a string.
 */
export function withoutUnverifiedEmail<Claims extends Readonly<Record<string, unknown>>>(
  claims: Claims,
): Claims | Omit<Claims, 'email'> {
  const { email: _, ...others } = claims;
  return claims.email_verified === false || claims.email_verified === 'false' ? others : claims;
}

function rank(role: OperatorRole): number {
  return rolesByStrength.indexOf(role);
}

/**
 * The value of the claim with this name. If there is none, the name is read as a path into nested objects, such as
 * `realm_access.roles` of Keycloak.
 */
function claimOf(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return;
    value = (value as Record<string, unknown>)[name]; // The condition above checks this.
  }
  return value;
}

/**
 * The claims that the rules use but the provider omitted because of their size, listing them in `_claim_names` instead
 * (OpenID Connect Core 1.0, section 5.6.2; Entra ID does so with more than 200 groups). Rampart does not fetch such
 * claims.
 */
export function findDistributedClaims(claims: Readonly<Record<string, unknown>>, rules: readonly RoleRule[]): string[] {
  const names = claims._claim_names;
  if (typeof names !== 'object' || names === null) return [];
  return [...new Set(rules.map(({ claim }) => claim))].filter((claim) => Object.hasOwn(names, claim));
}

function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): readonly unknown[] {
  const value = claimOf(claims, claim);
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && (claim === 'scope' || claim === 'scp')) return value.split(' ');
  return [value];
}
