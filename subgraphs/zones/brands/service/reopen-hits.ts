import type { TransactionSql } from 'postgres';
import { selectBrands } from '../repository/brands.js';
import { lockProgress, selectZonesById } from '../repository/followed-imports.js';
import { hasTriagedHits, lockTriagedHits, updateHits } from '../repository/record-hits.js';
import { BrandMatcher } from '../rules/brand-matcher.js';
import { applyResponse, type ReportedHolder } from '../rules/hit-changes.js';

/**
 * Reopens the hits of a domain that, according to a registry's response, has changed hands since they were triaged.
 * `at` is the time of the response in Unix epoch milliseconds.
 */
export async function reopenHits(
  sql: TransactionSql,
  { domain, at, ...response }: ReportedHolder & { domain: string; at: number },
): Promise<void> {
  const [label = '', zone = ''] = domain.split('.');
  if (!(await hasTriagedHits(sql, { zone, label }))) return;
  // The progress is locked before the hits, as in imports and changes of brands, so no brand can add the name to its
  // allowed names in the meantime.
  await lockProgress(sql);
  const hits = await lockTriagedHits(sql, { zone, label });
  const [first] = hits;
  if (first === undefined) return;
  const zones = (await selectZonesById(sql)).map(({ name }) => name);
  const brands = await selectBrands(sql, { tenants: null, ids: hits.map(({ brandId }) => brandId) });
  const matches = new BrandMatcher(brands, zones).match({ label, zone, suffix: first.suffix });
  const matching = new Set(matches.map(({ brand }) => brands[brand]?.id));
  const changes = hits.flatMap((hit) => applyResponse(hit, response, matching.has(hit.brandId)) ?? []);
  await updateHits(sql, { changes, at });
}
