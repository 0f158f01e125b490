import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, keyOfNodeId, nodeId, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { ZonesContext } from '../context.js';
import type { ObservationRecord } from '../search/index.js';
import { Observation, ObservationConnection } from '../search/types.js';
import { type DomainRecord, domainsByNames, domainsOfHosts, isObserved, pageHistory, readDomain } from './service.js';
import { Domain, Endpoint } from './types.js';

/** Loads one domain by its name, batched with the other domains at the same level of the operation. */
export function loadDomain(context: ZonesContext, name: string): Promise<DomainRecord> {
  return context
    .loader('domain', (names: string[]) => domainsByNames(context.dependencies, context, { names }))
    .load(name);
}

/**
 * Resolves a reference. If the domain was never observed, a reference by name (from another subgraph) resolves to a
 * domain without observations, and a reference by global id resolves to null.
 * @throws {DomainError} FORBIDDEN for an account's reference by id, because only the field `domain` counts against the
 * account's quota
 */
export async function domainReference(
  reference: { id?: string; name?: string },
  context: ZonesContext,
): Promise<DomainRecord | null> {
  if (reference.name !== undefined) return await loadDomain(context, reference.name);
  authorize(context.caller, 'zones.join');
  const [name = ''] = keyOfNodeId(reference.id ?? '', { type: 'Domain', parts: 1 });
  const domain = await loadDomain(context, name);
  return isObserved(domain) ? domain : null;
}

@Resolver(() => Domain)
class DomainResolver {
  @PermittedQuery('zones.read', () => Domain, {
    nullable: true,
    description:
      "Return one domain; null if no zone contains it now and none contained it within the history of the caller's tier (`ENTERPRISE` and operators: the entire stored history). If the caller is an account, this counts as one query toward its quota.",
  })
  async domain(
    @Arg('name', () => String, { description: 'Domain name, case-insensitive, in Punycode or Unicode.' }) name: string,
    @Ctx() context: ZonesContext,
  ): Promise<DomainRecord | null> {
    return await readDomain(context.dependencies, context, { name });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() domain: DomainRecord): string {
    return nodeId('Domain', domain.name);
  }

  @FieldResolver(() => Observation, {
    nullable: true,
    description: 'First entry of `history`: the newest observation in any zone; null if `history` is empty.',
  })
  latestObservation(@Root() domain: DomainRecord): ObservationRecord | null {
    return domain.history[0] ?? null;
  }

  @FieldResolver(() => ObservationConnection, {
    description:
      "Observations in all zones within the history of the caller's tier, newest first. Empty for a domain whose observations are all older.",
  })
  @Directive(pageListSize)
  history(
    @Root() domain: DomainRecord,
    @First('observations') first: number | null | undefined,
    @After('observations') after: string | null | undefined,
  ): ConnectionRecord<ObservationRecord> {
    return pageHistory(domain, { first, after });
  }
}

@Resolver(() => Endpoint)
class EndpointDomainResolver {
  // Nullable, so callers who may read alerts but not zones do not lose the endpoint.
  @FieldResolver(() => Domain, {
    nullable: true,
    description:
      'Registered domain of the hostname: the delegation in the longest matching zone. Null if no zone contains or has ever contained such a delegation; null with an error for callers who may not read zones.',
  })
  @Directive('@cost(weight: 2)')
  async domain(@Root() { hostname }: Endpoint, @Ctx() context: ZonesContext): Promise<DomainRecord | null> {
    return await context
      .loader('endpoint.domain', (hostnames: string[]) => domainsOfHosts(context.dependencies, context, { hostnames }))
      .load(hostname);
  }
}

export const domainResolvers = [DomainResolver, EndpointDomainResolver];
