import type { TransactionSql } from 'postgres';
import { selectZonesById } from '../repository/feed.js';
import { lockHitsOfBrand, updateHits } from '../repository/record-hits.js';
import { BrandMatcher, isAllowed, type WatchedBrand } from '../rules/brand-matcher.js';
import { withoutMatch } from '../rules/hit-changes.js';
import { BrandHitStatus } from '../vocabulary.js';

/**
 * Dismisses the hits of a changed brand whose names no longer match it: the open ones, and confirmed ones that are
 * allowed now. The decision of an analyst outlasts other changes, but allowed names must not be blocked. The
 * transaction holds the lock of the feed.
 */
export async function dismissUnmatched(
  sql: TransactionSql,
  { id, brand, at }: { id: string; brand: WatchedBrand; at: number },
): Promise<void> {
  const zones = (await selectZonesById(sql)).map(({ name }) => name);
  const matcher = new BrandMatcher([brand], zones);
  const allowed = new Set(brand.allowedNames);
  const unmatched = (await lockHitsOfBrand(sql, { brandId: id })).filter((hit) =>
    hit.status === BrandHitStatus.OPEN ? matcher.match(hit).length === 0 : isAllowed(hit.label + hit.suffix, allowed),
  );
  await updateHits(sql, { changes: unmatched.map(withoutMatch), at });
}
