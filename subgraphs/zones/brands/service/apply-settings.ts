import type { TransactionSql } from 'postgres';
import { selectZonesById } from '../repository/followed-imports.js';
import { lockHitsOfBrand, updateHits } from '../repository/record-hits.js';
import { type AutoBlockSettings, isAutoBlocked } from '../rules/auto-block.js';
import { BrandMatcher, isAllowed, type WatchedBrand } from '../rules/brand-matcher.js';
import { applyMatch, dismissUnmatched, removeAutoBlock } from '../rules/hit-changes.js';
import { BrandHitStatus } from '../vocabulary.js';

/** A brand with changed settings. */
interface ChangedBrand extends WatchedBrand, AutoBlockSettings {
  readonly id: string;
  readonly revision: number;
}

/**
 * Applies changed settings of a brand to its hits. Dismisses open hits whose names no longer match, and confirmed hits
 * whose names are allowed now: other changes of settings do not override an analyst's decision, but allowed names must
 * not be blocked. Reopens hits that such a change dismissed if their names match again and are not in their zones; the
 * scan that follows reopens the others. Unblocks names that the settings no longer block automatically. The transaction
 * must hold the lock of the progress.
 * @param options.isCompared whether the changed settings determine which names match
 */
export async function applySettings(
  sql: TransactionSql,
  { brand, isCompared, at }: { brand: ChangedBrand; isCompared: boolean; at: number },
): Promise<void> {
  const zones = (await selectZonesById(sql)).map(({ name }) => name);
  const matcher = new BrandMatcher([brand], zones);
  const allowed = new Set(brand.allowedNames);
  const hits = await lockHitsOfBrand(sql, { brandId: brand.id, withUnmatched: isCompared });
  const changes = hits.flatMap((hit) => {
    if (hit.isUnmatched) {
      const [match] = matcher.match(hit);
      if (match === undefined) return [];
      return [applyMatch(hit, { ...match, revision: brand.revision, isAutoBlocked: isAutoBlocked(brand, match) })];
    }
    const isUnmatched =
      hit.status === BrandHitStatus.OPEN ? matcher.match(hit).length === 0 : isAllowed(hit.label + hit.suffix, allowed);
    if (isUnmatched) return [dismissUnmatched(hit)];
    return hit.isAutoBlocked && !isAutoBlocked(brand, hit) ? [removeAutoBlock(hit)] : [];
  });
  await updateHits(sql, { changes, at });
}
