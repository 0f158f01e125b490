import { Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ZonesContext } from '../context.js';
import { alertsOfHits, hitsOfAlerts } from './service/alerts-of-hits.js';
import type { HitRow } from './service/hits.js';
import { Alert, BrandHit } from './types-hits.js';

@Resolver(() => BrandHit)
class BrandHitAlertResolver {
  @FieldResolver(() => [Alert], {
    nullable: 'items',
    description:
      'Alerts with inferences about the hit, ordered by the time of the first of these inferences, oldest first; empty if there are none. An alert that was removed, or that the caller may not read, is null.',
  })
  @Directive('@listSize(assumedSize: 1)')
  @Directive('@cost(weight: 2)')
  async alerts(@Root() hit: HitRow, @Ctx() context: ZonesContext): Promise<Alert[]> {
    const load = (ids: string[]) => alertsOfHits(context.dependencies, context, ids);
    return (await context.loader('brandHit.alerts', load).load(hit.id)).map((id) => ({ id }));
  }
}

@Resolver(() => Alert)
class AlertBrandHitResolver {
  // Nullable, so callers who may read the alert but not brands do not lose the alert.
  @FieldResolver(() => [BrandHit], {
    nullable: true,
    description:
      'Brand hits that inferences of the alert are about; null with an error for callers who may not read brands.',
  })
  @Directive('@listSize(assumedSize: 1)')
  @Directive('@cost(weight: 2)')
  async brandHits(@Root() alert: Alert, @Ctx() context: ZonesContext): Promise<HitRow[]> {
    const load = (ids: string[]) => hitsOfAlerts(context.dependencies, context, ids);
    return await context.loader('alert.brandHits', load).load(alert.id);
  }
}

export const brandAlertResolvers = [BrandHitAlertResolver, AlertBrandHitResolver];
