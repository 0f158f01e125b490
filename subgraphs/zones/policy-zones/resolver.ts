import { Arg, Ctx, Directive, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { listPolicyZoneNames } from './service/list-names.js';
import { listPolicyZones, nameCountsOf, type PolicyZoneRecord } from './service/list-zones.js';
import { type PolicyZoneName, PolicyZoneNameConnection, PolicyZoneType } from './types.js';

@Resolver(() => PolicyZoneType)
export class PolicyZoneResolver {
  @PermittedQuery('brands.read', () => [PolicyZoneType], {
    description:
      "List the configured response policy zones of the caller's tenants with their clients, in the configured order. Zones with the hits of all brands are omitted for callers without access to all tenants.",
  })
  @Directive('@listSize(assumedSize: 10)')
  async policyZones(@Ctx() context: ZonesContext): Promise<PolicyZoneRecord[]> {
    return await listPolicyZones(context.dependencies, context);
  }

  @FieldResolver(() => Int, { description: 'Number of names that the zone blocks, not counting their subdomains.' })
  @Directive('@cost(weight: 2)')
  async nameCount(@Root() zone: PolicyZoneRecord, @Ctx() context: ZonesContext): Promise<number> {
    const load = (names: string[]) => nameCountsOf(context.dependencies, context, names);
    return await context.loader('policyZone.nameCount', load).load(zone.name);
  }

  @PermittedQuery('brands.read', () => PolicyZoneNameConnection, {
    description:
      'List the names that a response policy zone blocks, ordered by zone and name. Fails with `NOT_FOUND` if the policy zone is not configured, or the caller may not read it.',
  })
  @Directive(pageListSize)
  async policyZoneNames(
    @Arg('policyZone', () => String, {
      description: 'Name of the policy zone, case-insensitive, with or without a trailing dot.',
    })
    policyZone: string,
    @First('names') first: number | null | undefined,
    @After('names') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<PolicyZoneName>> {
    return await listPolicyZoneNames(context.dependencies, context, { policyZone, first, after });
  }
}
