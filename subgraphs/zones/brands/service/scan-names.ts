import type { TransactionSql } from 'postgres';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  finishScans,
  lockProgress,
  moveScans,
  selectIngest,
  selectLabels,
  selectLastIngests,
  selectWatchedBrands,
  selectZonesById,
  type WatchedBrandRow,
} from '../repository/followed-imports.js';
import { BrandHitSource } from '../vocabulary.js';
import { findMatches, type MatcherCache, recordHits } from './names-with-brands.js';

/** Maximum number of names per transaction: several hundred kilobytes, which take tens of milliseconds. */
const defaultPageSize = 16_384;

type ScanDependencies = Pick<ZoneDependencies, 'database' | 'clock'> & { readonly cache: MatcherCache };

/**
 * Compares a page of all names with the brands that were added or changed. Brands at the same position are compared
 * together, and those that are ahead wait for the others, so many brands take hardly more time than one. If an import
 * is not followed yet, hits are not recorded, and the next call reads the page again.
 * @returns whether there is more to compare
 */
export async function scanNames(dependencies: ScanDependencies, pageSize = defaultPageSize): Promise<boolean> {
  return await dependencies.database.transaction(async (sql) => {
    // Imports must not be followed at the same time, because following them also changes hits.
    const position = await lockProgress(sql);
    if (position === undefined) return false;
    const scans = await selectWatchedBrands(sql, { isScanning: true });
    const [first] = scans;
    if (first === undefined) return false;
    const isSame = (scan: WatchedBrandRow) => isAtPosition(scan, first);
    const brands = scans.filter(isSame);
    const ids = brands.map(({ id }) => id);
    const at = dependencies.clock.now();
    const zones = await selectZonesById(sql);
    const zone = zones.find(
      ({ id, name }) => id >= first.scanZoneId && brands.some((brand) => isWatchedIn(brand, name)),
    );
    if (zone === undefined) {
      await finishScans(sql, { ids, at });
      return true;
    }
    const next = scans.find((scan) => !isSame(scan));
    const upTo = next?.scanZoneId === zone.id && next.scanLabel !== '' ? next.scanLabel : null;
    const after = first.scanZoneId === zone.id ? first.scanLabel : '';
    const labels = await selectLabels(sql, { zoneId: zone.id, after, upTo, limit: pageSize });
    const matcher = dependencies.cache.matcher(
      brands,
      zones.map(({ name }) => name),
    );
    const found = findMatches({ matcher, brands, zone }, labels);
    if (found.length > 0) {
      const lastIngestIds = await selectLastIngestIds(sql, { zoneId: zone.id, found });
      // The page may contain new names of an import that was committed in the meantime. These names are hits of the
      // import, which are blocked automatically and reported in notifications, so the import is followed first, and the
      // page is read again.
      if ((await selectIngest(sql, position)) !== undefined) return true;
      // A name that an import has removed since the page was read is not a hit.
      const present = found.filter(({ label }) => lastIngestIds.has(label));
      await recordHits(sql, { zone, found: present, lastIngestIds, source: BrandHitSource.SCAN, at });
    }
    await moveScans(sql, { ids, names: labels.length, ...nextPosition({ zone, labels, upTo, pageSize }) });
    return true;
  });
}

/**
 * The position after a page. A short page ends at the position of other scans (`upTo`), if there is one; otherwise it
 * is the last page of its zone.
 */
function nextPosition(page: {
  zone: { id: number };
  labels: readonly string[];
  upTo: string | null;
  pageSize: number;
}) {
  const { zone, labels, upTo, pageSize } = page;
  if (labels.length === pageSize) return { zoneId: zone.id, label: labels.at(-1) ?? '' };
  return upTo === null ? { zoneId: zone.id + 1, label: '' } : { zoneId: zone.id, label: upTo };
}

async function selectLastIngestIds(
  sql: TransactionSql,
  { zoneId, found }: { zoneId: number; found: ReturnType<typeof findMatches> },
): Promise<Map<string, number>> {
  const states = await selectLastIngests(sql, { zoneId, labels: [...new Set(found.map(({ label }) => label))] });
  return new Map(states.map(({ label, since }) => [label, since]));
}

function isAtPosition(scan: WatchedBrandRow, { scanZoneId, scanLabel }: WatchedBrandRow): boolean {
  return scan.scanZoneId === scanZoneId && scan.scanLabel === scanLabel;
}

function isWatchedIn({ zones }: WatchedBrandRow, zone: string): boolean {
  return zones === null || zones.includes(zone);
}
