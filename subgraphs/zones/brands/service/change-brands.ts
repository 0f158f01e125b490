import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { tenantOf } from '../../tenants.js';
import {
  type BrandRow,
  countBrands,
  deleteBrand,
  hasBrand,
  insertBrand,
  selectBrands,
  startScan,
  updateBrand as storeBrand,
} from '../repository/brands.js';
import { lockProgress, startProgress } from '../repository/followed-imports.js';
import { type BrandFields, type BrandSettings, brandLimits, brandSettings } from '../rules/brand-input.js';
import { normalizeBrand } from '../rules/look-alikes.js';
import { applySettings } from './apply-settings.js';
import { runWatchJobNow } from './watch.js';

export interface NewBrandInput extends BrandFields {
  readonly name: string;
  readonly tenantId?: string | null;
}

export interface BrandUpdateInput extends BrandFields {
  readonly id: string;
  /** Whether to watch all zones; mutually exclusive with `zones`. Null, absent or false: `zones` applies. */
  readonly allZones?: boolean | null;
}

/**
 * Adds a brand, which is compared with all names, and with the new names of each import from now on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT, also for more brands than a tenant or an instance
 *   can have; CONFLICT if the tenant already has a brand with this name
 */
export async function addBrand(
  { database, clock, settings: { alertTenant } }: ZoneDependencies,
  request: ZoneRequest,
  input: NewBrandInput,
): Promise<BrandRow> {
  const { tenants } = authorize(request.caller, 'brands.manage');
  const tenantId = tenantOf(input.tenantId ?? null, tenants);
  const name = normalizeBrand(input.name);
  const settings = brandSettings(input);
  assertAlertTenant(settings, tenantId ?? alertTenant);
  const [id, at] = [randomUUID(), clock.now()];
  return await database.transaction(async (sql) => {
    await startProgress(sql);
    await lockProgress(sql);
    await assertCanAdd(sql, { tenantId, name });
    const createdBy = callerName(request.caller);
    await insertBrand(sql, { ...settings, id, tenantId, name, revision: 1, createdAt: at, createdBy, updatedAt: at });
    await scheduleScan(sql, { id, zones: settings.zones, at });
    const object = `brand:${id}` as const;
    await recordAudit(sql, request, { action: 'add.brand', object, tenantId, after: { name, ...settings } });
    return await reloadBrand(sql, id);
  });
}

/**
 * Changes the settings of a brand; null and absent values are unchanged. The brand is compared with all names again,
 * unless only its alerts and automatic blocks change. Open hits that no longer match, and confirmed hits whose names
 * are now allowed, are dismissed; hits that were dismissed for these reasons and match again are reopened.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; BAD_USER_INPUT
 */
export async function updateBrand(
  { database, clock, settings: { alertTenant } }: ZoneDependencies,
  request: ZoneRequest,
  input: BrandUpdateInput,
): Promise<BrandRow> {
  const { tenants } = authorize(request.caller, 'brands.manage');
  const at = clock.now();
  return await database.transaction(async (sql) => {
    await lockProgress(sql);
    const brand = await brandOf(sql, { id: input.id, tenants });
    const before = settingsOf(brand);
    const settings = mergeSettings(before, input);
    if (JSON.stringify(settings) === JSON.stringify(before)) return brand;
    const { id, tenantId, revision } = brand;
    assertAlertTenant(settings, tenantId ?? alertTenant);
    const isCompared = JSON.stringify(matchSettingsOf(settings)) !== JSON.stringify(matchSettingsOf(before));
    const changed = { ...settings, id, revision: isCompared ? revision + 1 : revision };
    await storeBrand(sql, { ...changed, updatedAt: at });
    await applySettings(sql, { brand: { ...changed, name: brand.name }, isCompared, at });
    if (isCompared) await scheduleScan(sql, { id, zones: settings.zones, at });
    const object = `brand:${id}` as const;
    await recordAudit(sql, request, { action: 'update.brand', object, tenantId, before, after: settings });
    return await reloadBrand(sql, id);
  });
}

/**
 * Removes a brand with its hits.
 * @returns the brand before its removal
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function removeBrand(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  input: { id: string },
): Promise<BrandRow> {
  const { tenants } = authorize(request.caller, 'brands.manage');
  return await database.transaction(async (sql) => {
    await lockProgress(sql);
    const brand = await brandOf(sql, { id: input.id, tenants });
    const { id, tenantId, name } = brand;
    await deleteBrand(sql, { id });
    const object = `brand:${id}` as const;
    await recordAudit(sql, request, {
      action: 'remove.brand',
      object,
      tenantId,
      before: { name, ...settingsOf(brand) },
    });
    return brand;
  });
}

export function brandNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Brand ${id} does not exist, or belongs to another tenant`, { id });
}

/**
 * Checks that the alerts of a brand have a tenant.
 * @throws {DomainError} BAD_USER_INPUT if the brand opens alerts and there is no tenant to which they would belong
 */
function assertAlertTenant({ opensAlerts }: BrandSettings, tenantId: string): void {
  if (!opensAlerts || tenantId !== '') return;
  const message = 'opensAlerts requires a tenant: add the brand with a tenant, or set [zones] alert_tenant';
  throw invalidArgument('opensAlerts', message);
}

async function assertCanAdd(sql: TransactionSql, target: { tenantId: string | null; name: string }): Promise<void> {
  if (await hasBrand(sql, target)) {
    throw new DomainError('CONFLICT', `The brand ${target.name} is already watched: update it instead`, {
      name: target.name,
    });
  }
  const { all, ofTenant } = await countBrands(sql, target);
  if (ofTenant >= brandLimits.ofTenant) {
    throw new DomainError(
      'BAD_USER_INPUT',
      target.tenantId === null
        ? `At most ${brandLimits.ofTenant} brands can belong to no tenant: remove one of them first`
        : `A tenant can have at most ${brandLimits.ofTenant} brands: remove one first`,
    );
  }
  if (all >= brandLimits.all) {
    throw new DomainError('BAD_USER_INPUT', `An instance can have at most ${brandLimits.all} brands: remove one first`);
  }
}

async function scheduleScan(sql: TransactionSql, target: Parameters<typeof startScan>[1]): Promise<void> {
  await startScan(sql, target);
  await runWatchJobNow(sql);
}

function mergeSettings(before: BrandSettings, input: BrandUpdateInput): BrandSettings {
  if (input.allZones === true && input.zones) {
    throw invalidArgument('allZones', 'zones and allZones are mutually exclusive: send one of them');
  }
  return brandSettings({
    allowedNames: input.allowedNames ?? before.allowedNames,
    zones: input.allZones === true ? null : (input.zones ?? before.zones),
    kinds: input.kinds ?? before.kinds,
    maxDistance: input.maxDistance ?? before.maxDistance,
    words: input.words ?? before.words,
    opensAlerts: input.opensAlerts ?? before.opensAlerts,
    autoBlockKinds: input.autoBlockKinds ?? before.autoBlockKinds,
    autoBlockMaxDistance: input.autoBlockMaxDistance ?? before.autoBlockMaxDistance,
  });
}

function settingsOf(brand: BrandRow): BrandSettings {
  const { opensAlerts, autoBlockKinds, autoBlockMaxDistance } = brand;
  return { ...matchSettingsOf(brand), opensAlerts, autoBlockKinds, autoBlockMaxDistance };
}

/** The settings that decide which names match. */
function matchSettingsOf({ allowedNames, zones, kinds, maxDistance, words }: Omit<BrandSettings, 'opensAlerts'>) {
  return { allowedNames, zones, kinds, maxDistance, words };
}

async function brandOf(
  sql: TransactionSql,
  { id, tenants }: { id: string; tenants: readonly string[] | null },
): Promise<BrandRow> {
  const [brand] = isUuid(id) ? await selectBrands(sql, { ids: [id], tenants }) : [];
  if (brand === undefined) throw brandNotFound(id);
  return brand;
}

async function reloadBrand(sql: TransactionSql, id: string): Promise<BrandRow> {
  return await brandOf(sql, { id, tenants: null });
}
