import type { TransactionSql } from 'postgres';
import { nilUuid } from '../../../../platform/input-limits.js';
import { selectZonesById } from '../repository/followed-imports.js';
import { lockHitsOfBrand, updateHits } from '../repository/record-hits.js';
import { type AutoBlockSettings, isAutoBlocked } from '../rules/auto-block.js';
import { brandLimits } from '../rules/brand-input.js';
import { BrandMatcher, isAllowed, type WatchedBrand } from '../rules/brand-matcher.js';
import { applyMatch, type ChangedHit, dismissUnmatched, removeAutoBlock } from '../rules/hit-changes.js';
import { BrandHitStatus } from '../vocabulary.js';

/** A brand with changed settings. */
interface ChangedBrand extends WatchedBrand, AutoBlockSettings {
  readonly id: string;
  readonly revision: number;
}

type HitOfBrand = Awaited<ReturnType<typeof lockHitsOfBrand>>[number];

/** Maximum number of hits that are read and changed at once. */
const pageSize = 5000;

/**
 * Applies changed settings of a brand to its hits. Dismisses open hits whose names no longer match, and confirmed hits
 * whose names are allowed now: other changes of settings do not override an analyst's decision, but allowed names must
 * not be blocked. Reopens hits that such a change dismissed if their names match again and are not in their zones, up
 * to the maximum number of open hits; the scan that follows reopens hits of names that are in their zones. Unblocks
 * names that the settings no longer block automatically. The transaction must hold the lock of the progress.
 * @param options.isCompared whether the changed settings determine which names match
 */
export async function applySettings(
  sql: TransactionSql,
  { brand, isCompared, at }: { brand: ChangedBrand; isCompared: boolean; at: number },
): Promise<void> {
  const zones = (await selectZonesById(sql)).map(({ name }) => name);
  const matcher = new BrandMatcher([brand], zones);
  const allowed = new Set(brand.allowedNames);
  let reopenedCount = 0;
  const changeOf = (hit: HitOfBrand): ChangedHit<HitOfBrand> | undefined => {
    if (hit.isUnmatched) {
      const [match] = reopenedCount < brandLimits.openHits ? matcher.match(hit) : [];
      if (match === undefined) return undefined;
      reopenedCount++;
      return applyMatch(hit, { ...match, revision: brand.revision, isAutoBlocked: isAutoBlocked(brand, match) });
    }
    const isUnmatched =
      hit.status === BrandHitStatus.OPEN ? matcher.match(hit).length === 0 : isAllowed(hit.label + hit.suffix, allowed);
    if (isUnmatched) return dismissUnmatched(hit);
    return hit.isAutoBlocked && !isAutoBlocked(brand, hit) ? removeAutoBlock(hit) : undefined;
  };
  for (let afterId: string | undefined = nilUuid; afterId !== undefined; ) {
    const hits: HitOfBrand[] = await lockHitsOfBrand(sql, {
      ...{ brandId: brand.id, withUnmatched: isCompared, afterId, limit: pageSize },
    });
    await updateHits(sql, { changes: hits.flatMap((hit) => changeOf(hit) ?? []), at });
    afterId = hits[pageSize - 1]?.id;
  }
}
