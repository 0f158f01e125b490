import type { RequestContext } from '../../../../platform/caller.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { parseExactly } from '../../../../platform/parse-exactly.js';
import { type AccountAccess, requireAccess } from '../../accounts/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { selectResponse } from '../repository/responses.js';
import { serversOf, topLevelDomainsOf } from '../rules/bootstrap.js';
import { unsupportedTldMessage } from '../rules/bulk-names.js';
import { readLookupDomain } from '../rules/domain-names.js';
import { type RdapDossier, readDossier } from '../rules/dossier.js';
import type { RdapClient } from './client.js';
import { hasLookupQuota, type MeteredCaller, refundLookup, requireLookupQuota, reserveLookup } from './lookup-quota.js';
import type { SharedResponse } from './shared-responses.js';

/** Dependencies of lookups. */
export interface RdapDependencies extends ZoneDependencies {
  readonly rdap: RdapClient;
}

export type RdapRequest = Pick<RequestContext, 'caller'>;

/**
 * The RDAP dossier of a domain (specification, section 4, rule 3): from the cache, which is free, or from its registry,
 * which counts unless the registry fails.
 * @param domain label.tld in Punycode, in any case
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN `subscription_expired`, `rdap_not_available`; BAD_USER_INPUT
 *   `invalid_domain`, `unsupported_tld`; NOT_FOUND `domain_not_found`; RATE_LIMITED `rdap_rate_limited`; QUOTA_EXCEEDED
 *   `rdap_quota_exceeded`; UPSTREAM_FAILED, UPSTREAM_TIMEOUT. The words in lower case are `details.reason`.
 */
export async function rdapDossier(
  dependencies: RdapDependencies,
  request: RdapRequest,
  input: string,
): Promise<RdapDossier> {
  return dossierOf(await lookUp(dependencies, request, input));
}

/**
 * Like {@link rdapDossier}, but returns the responses; that of the registry is null if it has no such domain.
 * @throws {DomainError} as {@link rdapDossier}, except NOT_FOUND
 */
export async function lookUp(
  dependencies: RdapDependencies,
  request: RdapRequest,
  input: string,
): Promise<SharedResponse> {
  const access = await requireAccess(dependencies, request.caller);
  const domain = readLookupDomain(input);
  const base = await serverOf(dependencies, domain);
  const caller = meteredCaller(dependencies, { request, access });
  return await dependencies.rdap.responses.get({
    ...{ domain, base },
    fetchResponse: () => dependencies.rdap.fetchResponse({ domain, base }),
    async reserve() {
      const reservation = await reserveLookup(dependencies, caller);
      return () => refundLookup(dependencies, reservation);
    },
  });
}

/**
 * The stored dossier of a domain, without querying its registry; null if there is none, or for a tier without lookups.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function storedDossier(
  dependencies: RdapDependencies,
  request: RdapRequest,
  domain: string,
): Promise<RdapDossier | null> {
  const access = await requireAccess(dependencies, request.caller);
  const { settings, database, clock } = dependencies;
  if (!hasLookupQuota(settings, access.tier)) return null;
  const row = await database.guard((sql) => selectResponse(sql, { domain, now: clock.now() }));
  return row === undefined || row.body === null ? null : dossierOf({ row, cached: true });
}

/**
 * The top-level domains with a known RDAP server, sorted.
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN `subscription_expired`
 */
export async function rdapZones(dependencies: RdapDependencies, request: RdapRequest): Promise<string[]> {
  await requireAccess(dependencies, request.caller);
  return topLevelDomainsOf(await dependencies.rdap.bootstrap.current());
}

/**
 * Base URL of the server of a domain's registry.
 * @throws {DomainError} BAD_USER_INPUT `unsupported_tld`
 */
export async function serverOf({ rdap }: RdapDependencies, domain: string): Promise<string> {
  const [server] = serversOf(await rdap.bootstrap.current(), domain);
  if (server !== undefined) return server;
  throw new DomainError('BAD_USER_INPUT', unsupportedTldMessage(domain), { reason: 'unsupported_tld' });
}

interface DossierResponse {
  readonly row: Omit<SharedResponse['row'], 'expiresAt'>;
  readonly cached: boolean;
}

/**
 * The caller whose lookups are counted. Each operator has the lookup quota of the enterprise tier, because registries
 * must be protected from floods of requests.
 */
function meteredCaller(
  { settings }: RdapDependencies,
  { request: { caller }, access }: { request: RdapRequest; access: AccountAccess },
): MeteredCaller {
  const subject = access.accountId ?? `operator ${caller.kind === 'operator' ? caller.name : ''}`;
  return { subject, tier: access.tier, quota: requireLookupQuota(settings, access.tier) };
}

/**
 * The dossier in the responses about a domain.
 * @throws {DomainError} NOT_FOUND `domain_not_found`
 */
export function dossierOf({ row, cached }: DossierResponse): RdapDossier {
  const { domain, source, body, referred, fetchedAt } = row;
  if (body === null) {
    throw new DomainError('NOT_FOUND', `The registry has no RDAP record for ${domain}`, {
      reason: 'domain_not_found',
    });
  }
  return readDossier({
    ...{ domain, source, cached, fetchedAt: new Date(fetchedAt) },
    // Both bodies were parsed when they were received.
    body: parseExactly(body),
    referred: referred === null ? undefined : parseExactly(referred),
  });
}
