import { isReservedName, type OperatorCaller } from '../../platform/caller.js';
import type { OidcProvider } from '../../platform/configuration/index.js';
import { grantedRoles, personPrefix, strongestRole, withoutUnverifiedEmail } from '../authentication/index.js';

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A person who has signed in, as a caller. */
export interface Person {
  readonly caller: OperatorCaller;
  /** Verified email address; undefined if the provider sends no address, or an unverified one. */
  readonly email: string | undefined;
}

/**
 * The person described by the claims of a provider, with the strongest role that the rules grant, for all tenants for
 * which it is granted; undefined if no rule matches. A provider identifies a person by `sub` only; names can change.
 */
export function personOf(claims: Claims, { name: provider, roles }: OidcProvider): Person | undefined {
  const trusted: Readonly<Record<string, unknown>> = withoutUnverifiedEmail(claims);
  const granted = strongestRole(grantedRoles(trusted, roles));
  if (granted === undefined) return undefined;
  const credentialId = `${personPrefix}${provider}:${claims.sub}`;
  return {
    caller: { kind: 'operator', name: nameOf(trusted, provider), ...granted, credentialId },
    email: isName(trusted.email) ? trusted.email : undefined,
  };
}

/**
 * The display name of a person, for the audit log and the menu: the first valid one of `preferred_username`, `email`
 * and `name`, otherwise `sub` and the provider.
 */
function nameOf(claims: Readonly<Record<string, unknown>>, provider: string): string {
  const nameClaim = [claims.preferred_username, claims.email, claims.name].find(isName);
  return nameClaim ?? `${String(claims.sub).slice(0, 100)}@${provider}`;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{C}]{1,200}$/u.test(value) && value.trim() !== '' && !isReservedName(value);
}
