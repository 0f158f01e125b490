import { countOf } from '../../../platform/count-of.js';
import type { NotificationSource, Occurrence } from '../../../platform/notification-source.js';
import { selectBrands } from './repository/brands.js';
import { selectHitPage } from './repository/hit-lists.js';

/** Data of an event that the trigger on `brand_hit` writes; all hits are of one brand. */
interface HitEvent {
  readonly change: 'found' | 'reopened' | 'changed';
  readonly source: 'import' | 'scan';
  readonly brandId: string;
  readonly ids: readonly string[];
}

/**
 * Notifies about hits: names that imports have added, and hits that were reopened. Hits found by a scan or by the first
 * import of a zone are excluded, because they are many and not new; `brand.scanned` contains their number.
 */
const hitSource: NotificationSource = {
  eventType: 'brand-hits',
  kinds: ['brand.hit'],
  async occurrencesOf(executor, events) {
    const hitEvents = events.map(({ data }) => JSON.parse(data) as HitEvent); // The trigger writes this type.
    const isNew = ({ change, source }: HitEvent) =>
      change === 'reopened' || (change === 'found' && source === 'import');
    const newEvents = hitEvents.filter(isNew);
    if (newEvents.length === 0) return hitEvents.map(() => []);
    const ids = [...new Set(newEvents.flatMap((event) => event.ids))];
    const brandIds = [...new Set(newEvents.map(({ brandId }) => brandId))];
    const hits = await selectHitPage(executor, { criteria: { ids }, limit: ids.length, after: null });
    const brands = await selectBrands(executor, { tenants: null, ids: brandIds });
    const [hitOf, brandOf] = [
      new Map(hits.map((each) => [each.id, each])),
      new Map(brands.map((each) => [each.id, each])),
    ];
    return hitEvents.map((event) =>
      event.ids.flatMap((id): Occurrence[] => {
        const [hit, brand] = [isNew(event) ? hitOf.get(id) : undefined, brandOf.get(event.brandId)];
        if (hit === undefined || brand === undefined) return [];
        const { kind: hitKind, distance, zone, status, tenantId } = hit;
        const [domain, isReopened] = [hit.label + hit.suffix, event.change === 'reopened'];
        const imitation = `imitates ${brand.name} (${hitKind.replace('_', ' ')}, distance ${distance})`;
        const title = isReopened ? `Hit ${domain} was reopened: it ${imitation}` : `${domain} is new and ${imitation}`;
        const facts = { brand: brand.name, domain, hitKind, distance, zone, status, isReopened };
        return [{ kind: 'brand.hit', tenantId, id, title, facts }];
      }),
    );
  },
};

/** Data of an event that the trigger on `brand_scan` or `publishScansOfZone` writes. */
interface ScanEvent {
  readonly brandId: string;
  readonly name: string;
  readonly hits: number;
  /** Name of the new zone whose names were compared; absent if a scan has compared all names. */
  readonly zone?: string;
}

/** Notifies about completed scans of brands that were added or changed, and about hits in new zones. */
const scanSource: NotificationSource = {
  eventType: 'brand-scans',
  kinds: ['brand.scanned'],
  occurrencesOf: async (_, events) =>
    events.map(({ data, tenantId }) => {
      const { brandId, name, hits, zone } = JSON.parse(data) as ScanEvent; // All `brand-scans` events have this type.
      const searched = zone === undefined ? 'Zones were' : `The new zone ${zone} was`;
      const title = `${searched} searched for imitations of ${name}: ${countOf(hits, 'new hit')}`;
      const facts = { brand: name, hits, ...(zone !== undefined && { zone }) };
      return [{ kind: 'brand.scanned', tenantId, id: brandId, title, facts }];
    }),
};

export const brandNotifications: readonly NotificationSource[] = [hitSource, scanSource];
