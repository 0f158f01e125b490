import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import { maxItems } from '../../platform/input-limits.js';
import type { ZonesContext } from './context.js';
import type { ZoneRecord } from './records.js';
import {
  type DailyCountRecord,
  type DomainRecord,
  type LookAlikeRecord,
  type ObservationRecord,
  pageHistory,
  type RdapDossierRecord,
  zoneFile,
} from './service/index.js';
import {
  Domain,
  Endpoint,
  LookAlike,
  LookAlikeConnection,
  Observation,
  ObservationConnection,
  RdapDossier,
  Zone,
  ZoneDayCount,
} from './types/index.js';

const pages =
  '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';

/** One domain by its name, together with all others asked for at the same level. */
function loadDomain(context: ZonesContext, name: string): Promise<DomainRecord> {
  return context.loader('domain', (names: string[]) => context.service.domainsByNames(context, { names })).load(name);
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
    return await context.service.readDomain(context, { name });
  }

  @FieldResolver(() => Observation, {
    nullable: true,
    description: 'Its newest observation in any zone; null when there is none.',
  })
  latestObservation(@Root() domain: DomainRecord): ObservationRecord | null {
    return domain.history[0] ?? null;
  }

  @FieldResolver(() => RdapDossier, {
    nullable: true,
    description: 'Its live RDAP dossier; null, with an error, when there is none to be had. Counts as a look-up.',
  })
  @Directive('@cost(weight: 500)')
  async rdap(@Root() domain: DomainRecord, @Ctx() context: ZonesContext): Promise<RdapDossierRecord> {
    return await context.service.rdapDossier(context, domain.name);
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
      .loader('endpoint.domain', (hostnames: string[]) => context.service.domainsOfHosts(context, { hostnames }))
      .load(hostname);
  }
}

@Resolver(() => LookAlike)
export class LookAlikeResolver {
  @Query(() => LookAlikeConnection, {
    description: 'Names in the zones now that look like a brand. The first page counts as one query of an account.',
  })
  @Directive(pages)
  @Directive('@cost(weight: 100)')
  async lookAlikes(
    @Arg('brand', () => String, { description: 'A single label without its zone, in Punycode or Unicode.' })
    brand: string,
    @Arg('zones', () => [String], {
      nullable: true,
      description: `Only in these zones, at most ${maxItems.filterValues}; in all when not given.`,
    })
    zones: string[] | null | undefined,
    @Arg('since', () => GraphQLDateTime, { nullable: true, description: 'Only names that came then or later.' })
    since: Date | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<LookAlikeRecord>> {
    return await context.service.lookAlikes(context, { brand, zones, since, first, after });
  }

  @FieldResolver(() => Domain, { description: 'The name.' })
  async domain(@Root() lookAlike: LookAlikeRecord, @Ctx() context: ZonesContext): Promise<DomainRecord> {
    return await loadDomain(context, lookAlike.domain);
  }
}

@Resolver(() => Zone)
export class ZoneFiguresResolver {
  @FieldResolver(() => String, { description: 'Under which it is listed and downloaded, such as `com.zone`.' })
  file(@Root() zone: ZoneRecord): string {
    return zoneFile(zone.name);
  }

  @FieldResolver(() => [ZoneDayCount], {
    description: 'Names that came and went day by day, without gaps; the last 30 days when nothing else is asked for.',
  })
  @Directive('@listSize(assumedSize: 30)')
  @Directive('@cost(weight: 5)')
  async dailyCounts(
    @Root() zone: ZoneRecord,
    @Arg('from', () => GraphQLDate, { nullable: true, description: 'The first day; at most 366 in all.' })
    from: Date | null | undefined,
    @Arg('to', () => GraphQLDate, { nullable: true, description: 'The last day; today when not given.' })
    to: Date | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<DailyCountRecord[]> {
    return await context
      .loader(
        'zone.dailyCounts',
        (zones: string[]) => context.service.dailyCounts(context, { zones, from, to }),
        from?.getTime(),
        to?.getTime(),
      )
      .load(zone.name);
  }
}
