import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import type { ZonesContext } from '../context.js';
import type { ObservationRecord } from '../search/index.js';
import { Observation } from '../search/types.js';
import { type DomainRecord, domainsByNames, domainsOfHosts, pageHistory, readDomain } from './service.js';
import { Domain, Endpoint, ObservationConnection } from './types.js';

const pages =
  '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';

/** One domain by its name, together with all others asked for at the same level. */
export function loadDomain(context: ZonesContext, name: string): Promise<DomainRecord> {
  return context
    .loader('domain', (names: string[]) => domainsByNames(context.dependencies, context, { names }))
    .load(name);
}

/** The domain that another subgraph refers to; without observations when no zone has or had it. */
export function domainReference(reference: { name: string }, context: ZonesContext): Promise<DomainRecord> {
  return loadDomain(context, reference.name);
}

@Resolver(() => Domain)
export class DomainResolver {
  @Query(() => Domain, {
    nullable: true,
    description: 'One domain; null when no zone has or had it. Counts as one query of an account.',
  })
  async domain(
    @Arg('name', () => String, { description: 'Its name, in any case, in Punycode or Unicode.' }) name: string,
    @Ctx() context: ZonesContext,
  ): Promise<DomainRecord | null> {
    return await readDomain(context.dependencies, context, { name });
  }

  @FieldResolver(() => Observation, {
    nullable: true,
    description: 'Its newest observation in any zone; null when there is none.',
  })
  latestObservation(@Root() domain: DomainRecord): ObservationRecord | null {
    return domain.history[0] ?? null;
  }

  @FieldResolver(() => ObservationConnection, {
    description: 'All that was observed of it in every zone, the newest first, as far back as the plan reads.',
  })
  @Directive(pages)
  history(
    @Root() domain: DomainRecord,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
  ): ConnectionRecord<ObservationRecord> {
    return pageHistory(domain, { first, after });
  }
}

@Resolver(() => Endpoint)
export class EndpointDomainResolver {
  // Nullable also because whoever may see alerts need not see zones, and must not lose the endpoint for it.
  @FieldResolver(() => Domain, {
    nullable: true,
    description:
      'The registered domain that it belongs to: what the longest known zone of its hostname delegates or delegated; null when there is none, and, with an error, for callers who may not see zones.',
  })
  @Directive('@cost(weight: 2)')
  async domain(@Root() { hostname }: Endpoint, @Ctx() context: ZonesContext): Promise<DomainRecord | null> {
    return await context
      .loader('endpoint.domain', (hostnames: string[]) => domainsOfHosts(context.dependencies, context, { hostnames }))
      .load(hostname);
  }
}
