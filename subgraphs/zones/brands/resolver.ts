import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { loadDomain } from '../domains/resolver.js';
import { Domain } from '../domains/types.js';
import { type LookAlikeRecord, lookAlikes } from './service/look-alikes.js';
import { LookAlike, LookAlikeConnection } from './types.js';

@Resolver(() => LookAlike)
export class LookAlikeResolver {
  @PermittedQuery('zones.read', () => LookAlikeConnection, {
    description:
      'List active domain names that look like a brand, ordered by label and zone. For a brand with many confusable characters, only the variants with the fewest replacements are searched. If the caller is an account, the first page counts as one query toward its quota, and cursors expire `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested.',
  })
  @Directive(pageListSize)
  @Directive('@cost(weight: 100)')
  async lookAlikes(
    @Arg('brand', () => String, { description: 'Brand: a single label without a zone, in Punycode or Unicode.' })
    brand: string,
    @Arg('zones', () => [String], {
      nullable: true,
      description: `Only names in these zones, at most ${maxItems.filterValues}; unknown zones and an empty list match nothing. Default: all zones.`,
    })
    zones: string[] | null | undefined,
    @Arg('since', () => GraphQLDateTime, {
      nullable: true,
      description: 'Only names whose `activeSince` is at or after this time. Default: all names.',
    })
    since: Date | null | undefined,
    @First('look-alikes') first: number | null | undefined,
    @After('look-alikes') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<LookAlikeRecord>> {
    return await lookAlikes(context.dependencies, context, { brand, zones, since, first, after });
  }

  @FieldResolver(() => Domain, { description: 'Domain name with its observations in all zones.' })
  async domain(@Root() lookAlike: LookAlikeRecord, @Ctx() context: ZonesContext): Promise<DomainRecord> {
    return await loadDomain(context, lookAlike.domain);
  }
}
