import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { loadDomain } from '../domains/resolver.js';
import { Domain } from '../domains/types.js';
import { type LookAlikeRecord, lookAlikes } from './service.js';
import { LookAlike, LookAlikeConnection } from './types.js';

const pages =
  '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';

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
    return await lookAlikes(context.dependencies, context, { brand, zones, since, first, after });
  }

  @FieldResolver(() => Domain, { description: 'The name.' })
  async domain(@Root() lookAlike: LookAlikeRecord, @Ctx() context: ZonesContext): Promise<DomainRecord> {
    return await loadDomain(context, lookAlike.domain);
  }
}
