import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import {
  After,
  First,
  keyOfNodeId,
  nodeId,
  PermittedQuery,
  PermittedSubscription,
  pageListSize,
  rejectSubscription,
} from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { loadDomain } from '../domains/resolver.js';
import { Domain } from '../domains/types.js';
import { toUnicodeName } from '../names.js';
import { brandKey, loadBrand } from './resolver-brands.js';
import {
  countListedHits,
  type HitConnectionRecord,
  type HitRow,
  historiesOf,
  hitsByIds,
  listHits,
} from './service/hits.js';
import type { BrandRow } from './service/read-brands.js';
import { Brand } from './types-brands.js';
import { BrandHit, BrandHitConnection, BrandHitEntry, BrandHitFilter } from './types-hits.js';

/** The UUID in the global id of a hit. */
export function hitKey(id: string): string {
  return keyOfNodeId(id, { type: 'BrandHit', parts: 1 })[0] ?? '';
}

/** Resolves a global id; null if the hit does not exist or the caller may not read it. */
export async function hitReference({ id }: { id: string }, context: ZonesContext): Promise<HitRow | null> {
  const load = (ids: string[]) => hitsByIds(context.dependencies, context, { ids });
  return await context.loader('brandHit', load).load(hitKey(id));
}

/** Replaces the global ids of brands in a filter by their UUIDs. */
function decodeBrandIds(filter: BrandHitFilter | null | undefined): BrandHitFilter | null | undefined {
  return filter?.brandIds ? { ...filter, brandIds: filter.brandIds.map(brandKey) } : filter;
}

@Resolver(() => BrandHit)
class BrandHitResolver {
  @PermittedQuery('brands.read', () => BrandHitConnection, {
    description:
      "List the hits of the brands of the caller's tenants, most recently found first. Callers with access to all tenants also see hits of brands without a tenant.",
  })
  @Directive(pageListSize)
  async brandHits(
    @Arg('filter', () => BrandHitFilter, { nullable: true, description: 'Filter; default: all hits.' })
    filter: BrandHitFilter | null | undefined,
    @First('hits') first: number | null | undefined,
    @After('hits') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<HitConnectionRecord> {
    return await listHits(context.dependencies, context, { filter: decodeBrandIds(filter), first, after });
  }

  @PermittedSubscription('brands.read', () => BrandHit, {
    description: 'Send a hit when it is found or changed, if it matches the filter after the change.',
  })
  brandHitChanged(
    @Arg('filter', () => BrandHitFilter, { nullable: true, description: 'Filter; default: all hits.' })
    _filter: BrandHitFilter | null | undefined,
  ): BrandHit {
    return rejectSubscription();
  }

  @PermittedQuery('brands.read', () => [BrandHit], {
    nullable: 'itemsAndList',
    description:
      'Return the hits with these ids, in the order of the ids; null for an id if the hit does not exist, does not match the filter, or belongs to another tenant.',
  })
  @Directive('@inaccessible')
  async changedBrandHits(
    @Arg('ids', () => [ID], { description: 'UUIDs of hits.' }) ids: string[],
    @Arg('filter', () => BrandHitFilter, { nullable: true, description: 'Filter; default: all hits.' })
    filter: BrandHitFilter | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<(HitRow | null)[]> {
    return await hitsByIds(context.dependencies, context, { ids, filter: decodeBrandIds(filter) });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() hit: HitRow): string {
    return nodeId('BrandHit', hit.id);
  }

  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that the name imitates; null if the brand was removed during the request.',
  })
  async brand(@Root() hit: HitRow, @Ctx() context: ZonesContext): Promise<BrandRow | null> {
    return await loadBrand(context, hit.brandId);
  }

  @FieldResolver(() => String, { description: 'Domain name in lower case and Punycode.' })
  name(@Root() { label, suffix }: HitRow): string {
    return label + suffix;
  }

  @FieldResolver(() => String, {
    description: 'Domain name in Unicode; the same as `name` if `name` is not valid Punycode.',
  })
  unicodeName(@Root() { label, suffix }: HitRow): string {
    return toUnicodeName(label + suffix);
  }

  @FieldResolver(() => Domain, { description: 'Domain name with its observations in all zones.' })
  async domain(@Root() { label, suffix }: HitRow, @Ctx() context: ZonesContext): Promise<DomainRecord> {
    return await loadDomain(context, label + suffix);
  }

  @FieldResolver(() => [BrandHitEntry], { description: 'History of the hit, newest first; at most 50 entries.' })
  @Directive('@listSize(assumedSize: 10)')
  @Directive('@cost(weight: 2)')
  async history(@Root() hit: HitRow, @Ctx() context: ZonesContext): Promise<BrandHitEntry[]> {
    const load = (ids: string[]) => historiesOf(context.dependencies, context, ids);
    return await context.loader('brandHit.history', load).load(hit.id);
  }
}

@Resolver(() => BrandHitConnection)
class BrandHitConnectionResolver {
  @FieldResolver(() => Int, { description: 'Exact number of hits that match the filter, on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() connection: HitConnectionRecord, @Ctx() context: ZonesContext): Promise<number> {
    return await countListedHits(context.dependencies, context, connection);
  }
}

export const brandHitResolvers = [BrandHitResolver, BrandHitConnectionResolver];
