import { GraphQLDate } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { keyOfNodeId, nodeId, PermittedQuery } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { toUnicodeName } from '../names.js';
import { type BrandRow, brandDays, brandsByIds, hitCountsOf, listBrands, readBrand } from './service/read-brands.js';
import { Brand, BrandDay, BrandHitCounts, BrandScan } from './types-brands.js';

/** The UUID in the global id of a brand. */
export function brandKey(id: string): string {
  return keyOfNodeId(id, { type: 'Brand', parts: 1 })[0] ?? '';
}

/**
 * Loads a brand by its UUID, batched with the other brands of the operation; null if it does not exist or the caller
 * may not read it.
 */
export function loadBrand(context: ZonesContext, id: string): Promise<BrandRow | null> {
  return context.loader('brand', (ids: string[]) => brandsByIds(context.dependencies, context, ids)).load(id);
}

/** Resolves a global id; null if the brand does not exist or the caller may not read it. */
export function brandReference({ id }: { id: string }, context: ZonesContext): Promise<BrandRow | null> {
  return loadBrand(context, brandKey(id));
}

@Resolver(() => Brand)
export class BrandResolver {
  @PermittedQuery('brands.read', () => [Brand], {
    description:
      "List the brands of the caller's tenants, ordered by name. Callers with access to all tenants also see brands without a tenant.",
  })
  @Directive('@listSize(assumedSize: 100)')
  async brands(@Ctx() context: ZonesContext): Promise<BrandRow[]> {
    return await listBrands(context.dependencies, context);
  }

  @PermittedQuery('brands.read', () => Brand, {
    nullable: true,
    description: 'Return one brand; null with the error `NOT_FOUND` if it does not exist or belongs to another tenant.',
  })
  async brand(
    @Arg('id', () => ID, { description: 'Global id of the brand.' }) id: string,
    @Ctx() context: ZonesContext,
  ): Promise<BrandRow> {
    return await readBrand(context.dependencies, context, { id: brandKey(id) });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() brand: BrandRow): string {
    return nodeId('Brand', brand.id);
  }

  @FieldResolver(() => String, { description: 'The brand in Unicode.' })
  unicodeName(@Root() brand: BrandRow): string {
    return toUnicodeName(brand.name);
  }

  @FieldResolver(() => BrandScan, {
    description: 'Progress of the comparison of the brand with all names in its zones.',
  })
  scan(@Root() brand: BrandRow): BrandScan {
    const { namesRead, namesTotal, scanHits, scanStartedAt, scanFinishedAt } = brand;
    return {
      // The numbers may differ at the end, because names are added and removed during the scan.
      namesRead: scanFinishedAt === null ? Math.min(namesRead, namesTotal) : namesTotal,
      namesTotal,
      hitCount: scanHits,
      startedAt: new Date(scanStartedAt),
      finishedAt: scanFinishedAt === null ? null : new Date(scanFinishedAt),
    };
  }

  @FieldResolver(() => BrandHitCounts, { description: 'Number of hits by status.' })
  @Directive('@cost(weight: 2)')
  async hitCounts(@Root() brand: BrandRow, @Ctx() context: ZonesContext): Promise<BrandHitCounts> {
    const load = (ids: string[]) => hitCountsOf(context.dependencies, context, ids);
    return await context.loader('brand.hitCounts', load).load(brand.id);
  }

  @FieldResolver(() => [BrandDay], {
    description: 'Daily counts of hit events in a period of at most 366 days, oldest day first.',
  })
  @Directive('@listSize(assumedSize: 30)')
  @Directive('@cost(weight: 5)')
  async days(
    @Root() brand: BrandRow,
    @Arg('from', () => GraphQLDate, {
      nullable: true,
      description: 'First day (UTC), inclusive. Default: 29 days before `to`.',
    })
    from: Date | null | undefined,
    @Arg('to', () => GraphQLDate, { nullable: true, description: 'Last day (UTC), inclusive. Default: today.' })
    to: Date | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<BrandDay[]> {
    const load = (ids: string[]) => brandDays(context.dependencies, context, { ids, from, to });
    return await context.loader('brand.days', load, from?.getTime(), to?.getTime()).load(brand.id);
  }
}
