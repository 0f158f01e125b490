import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import type { CheckAccess } from '../sessions/index.js';
import { findProvider, type IdentityProvider } from './identity-providers.js';
import { personOf } from './person.js';

/**
 * Creates a function that asks a person's identity provider whether the person still has access, and finds the role
 * that the configured rules grant.
 */
export function createAccessCheck(providers: readonly IdentityProvider[], log: Logger): CheckAccess {
  return async ({ provider, issuer, subject, refreshToken }) => {
    const identity = findProvider(providers, { provider, issuer });
    if (identity === undefined) return { status: 'ended', reason: 'the settings no longer contain the provider' };
    try {
      const refreshed = await identity.client.refresh(refreshToken, subject);
      if (refreshed === undefined)
        return { status: 'ended', reason: 'the provider rejected the refresh of the sign-in' };
      const { claims, failure, ...tokens } = refreshed;
      if (failure !== undefined) return unknown(failure, tokens.refreshToken);
      const person = claims && personOf(claims, identity.provider);
      if (claims !== undefined && person === undefined) return { status: 'ended', reason: 'no rule grants a role' };
      // If recheck_minutes has been changed to 0, the next check is after a day.
      const recheckInMs = (identity.provider.recheckMinutes || 1440) * 60_000;
      return { status: 'confirmed', ...tokens, recheckInMs, caller: person?.caller };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return unknown(error);
    }
    function unknown(error: DomainError, renewed?: string) {
      log.warn({ err: error, provider }, 'an identity provider could not confirm a session');
      return { status: 'unknown', refreshToken: renewed } as const;
    }
  };
}
