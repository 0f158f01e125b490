import { isReservedName, type OperatorCaller } from '../../platform/caller.js';
import type { OidcProvider } from '../../platform/configuration/index.js';
import { grantedRoles, personMark } from '../authentication/index.js';

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A person as a caller, and all tenants that they may choose from; undefined: those of the caller. */
export interface Person {
  readonly caller: OperatorCaller;
  readonly tenants: readonly string[] | undefined;
}

/**
 * The person whom claims of a provider describe, with the strongest role of the rules, for all tenants in which it is granted; undefined when no rule
 * matches. A provider identifies a person by `sub` only; names may change.
 */
export function personOf(claims: Claims, { name: provider, roles }: OidcProvider): Person | undefined {
  // Anybody can enter somebody else's address where nobody verifies it.
  const { email, ...others } = claims;
  const trusted = claims.email_verified === false ? others : { ...others, email };
  const granted = grantedRoles(trusted, roles);
  const [strongest] = granted;
  if (strongest === undefined) return undefined;
  const { role, tenantId } = strongest;
  const tenants = granted.flatMap((grant) => (grant.role === role && grant.tenantId !== null ? [grant.tenantId] : []));
  const credentialId = `${personMark}${provider}:${claims.sub}`;
  const name = nameOf(trusted, provider);
  return {
    caller: { kind: 'operator', name, role, tenantId, credentialId },
    tenants: tenantId === null ? undefined : tenants,
  };
}

/** The first of these claims that is a name, for the audit log and the menu. */
function nameOf(claims: Readonly<Record<string, unknown>>, provider: string): string {
  const named = [claims.preferred_username, claims.email, claims.name].find(isName);
  return named ?? `${String(claims.sub).slice(0, 100)}@${provider}`;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{C}]{1,200}$/u.test(value) && value.trim() !== '' && !isReservedName(value);
}
