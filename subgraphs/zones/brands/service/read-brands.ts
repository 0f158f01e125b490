import type { Executor } from '../../../../platform/database/index.js';
import { dayMs } from '../../../../platform/durations.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { dayRange } from '../../day-range.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { type BrandRow, countHitsOfBrands, selectBrands, selectFullBrands } from '../repository/brands.js';
import { selectDailyEntries } from '../repository/hit-lists.js';
import type { BrandDay, BrandHitCounts } from '../types-brands.js';
import { brandNotFound } from './change-brands.js';

export type { BrandRow } from '../repository/brands.js';

/**
 * Brands of the caller's tenants, ordered by name. Callers with access to all tenants also see brands without a tenant.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listBrands({ database }: ZoneDependencies, request: ZoneRequest): Promise<BrandRow[]> {
  const { tenants } = authorize(request.caller, 'brands.read');
  return await database.read(request, (sql) => selectBrands(sql, { tenants }));
}

/** The brands that match more names than the maximum number that is recorded, ordered by name; for `rampart doctor`. */
export async function listFullBrands(sql: Executor) {
  return await selectFullBrands(sql, {});
}

/**
 * Returns the brand with this id.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND, also for a brand of another tenant
 */
export async function readBrand(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<BrandRow> {
  const [brand] = await brandsByIds(dependencies, request, [id]);
  if (brand === undefined || brand === null) throw brandNotFound(id);
  return brand;
}

/**
 * The brands with these ids, in the same order; null for a brand that does not exist or that the caller may not read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function brandsByIds(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<(BrandRow | null)[]> {
  const { tenants } = authorize(request.caller, 'brands.read');
  const found = await database.read(request, (sql) => selectBrands(sql, { ids: ids.filter(isUuid), tenants }));
  const byId = new Map(found.map((brand) => [brand.id, brand]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/**
 * Numbers of hits of each brand by status; one entry per brand, in the order of the brands.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function hitCountsOf(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<BrandHitCounts[]> {
  authorize(request.caller, 'brands.read');
  const found = await database.read(request, (sql) => countHitsOfBrands(sql, { ids }));
  const byId = new Map(found.map((counts) => [counts.brandId, counts]));
  return ids.map((id) => byId.get(id) ?? { open: 0, dismissed: 0, confirmed: 0 });
}

/**
 * The daily numbers of hit events of each brand for each day of a range, oldest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an empty range, or one of more than 366 days
 */
export async function brandDays(
  { database, clock }: ZoneDependencies,
  request: ZoneRequest,
  input: { ids: readonly string[]; from: Date | null | undefined; to: Date | null | undefined },
): Promise<BrandDay[][]> {
  authorize(request.caller, 'brands.read');
  const { from, to } = dayRange({ ...input, now: clock.now() });
  const found = await database.read(request, (sql) => selectDailyEntries(sql, { ids: input.ids, from, to }));
  const byDay = new Map(found.map((row) => [`${row.brandId} ${row.day}`, row]));
  return input.ids.map((id) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const { found = 0, reopened = 0, dismissed = 0, confirmed = 0 } = byDay.get(`${id} ${from + index}`) ?? {};
      return { date: new Date((from + index) * dayMs), found, reopened, dismissed, confirmed };
    }),
  );
}
