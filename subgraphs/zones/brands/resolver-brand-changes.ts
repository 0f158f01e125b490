import { Ctx, Resolver } from 'type-graphql';
import { Input, nodeId, PermittedMutation } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { brandKey } from './resolver-brands.js';
import { hitKey } from './resolver-hits.js';
import { brandLimits } from './rules/brand-input.js';
import { addBrand, removeBrand, updateBrand } from './service/change-brands.js';
import { type HitRow, triageHits } from './service/hits.js';
import type { BrandRow } from './service/read-brands.js';
import {
  AddBrandInput,
  BrandPayload,
  RemoveBrandInput,
  RemoveBrandPayload,
  TriageBrandHitsInput,
  TriageBrandHitsPayload,
  UpdateBrandInput,
} from './types-brand-changes.js';

const notForViewers = 'Requires the role `analyst` or `admin`.';

@Resolver()
export class BrandChangesResolver {
  @PermittedMutation('brands.manage', () => BrandPayload, {
    description: `Watch a brand: compare it with all names in its zones, and from then on with the names that imports add and the names in newly logged certificates. Fails with \`CONFLICT\` if the tenant already has a brand with this name or, for a brand without a tenant, if another brand without a tenant has it. Limits: ${brandLimits.ofTenant} brands per tenant and as many without a tenant, ${brandLimits.all} per instance. ${notForViewers}`,
    cost: 10,
  })
  async addBrand(
    @Input(() => AddBrandInput, 'Brand to watch.') input: AddBrandInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ brand: BrandRow }> {
    return { brand: await addBrand(context.dependencies, context, input) };
  }

  @PermittedMutation('brands.manage', () => BrandPayload, {
    description: `Change the settings of a brand. Open hits that no longer match, and confirmed hits whose names are allowed now, are dismissed. If a setting that decides which names match has changed, the brand is compared with all names in its zones again. ${notForViewers}`,
    cost: 10,
  })
  async updateBrand(
    @Input(() => UpdateBrandInput, 'Id of the brand and its new settings.') input: UpdateBrandInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ brand: BrandRow }> {
    return { brand: await updateBrand(context.dependencies, context, { ...input, id: brandKey(input.id) }) };
  }

  @PermittedMutation('brands.manage', () => RemoveBrandPayload, {
    description: `Remove a brand with all of its hits. ${notForViewers}`,
    cost: 10,
  })
  async removeBrand(
    @Input(() => RemoveBrandInput, 'Id of the brand to remove.') input: RemoveBrandInput,
    @Ctx() context: ZonesContext,
  ): Promise<RemoveBrandPayload> {
    const { id, name } = await removeBrand(context.dependencies, context, { id: brandKey(input.id) });
    return { id: nodeId('Brand', id), name };
  }

  @PermittedMutation('brands.triage', () => TriageBrandHitsPayload, {
    description: `Set the status of hits atomically. The status also overrides automatic blocks: afterwards, the hits block their names only if their status is \`CONFIRMED\`. Fails with \`NOT_FOUND\` if a hit does not exist or belongs to another tenant. ${notForViewers}`,
    cost: 10,
  })
  async triageBrandHits(
    @Input(() => TriageBrandHitsInput, 'Ids of the hits and their new status.') input: TriageBrandHitsInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ hits: HitRow[] }> {
    return { hits: await triageHits(context.dependencies, context, { ...input, ids: input.ids.map(hitKey) }) };
  }
}
