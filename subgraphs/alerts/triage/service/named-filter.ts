import { isStorableText } from '../../../../platform/input-limits.js';
import type { AlertRequest } from '../../dependencies.js';
import type { AlertCriteria } from '../repository/criteria.js';
import { endpointExists, selectModels, selectTenants, tenantExists } from '../repository/names.js';

/** Names or parts of names of the tenant, endpoint and models in a filter. Empty names match everything. */
export interface FilterNames {
  readonly tenant: string | undefined;
  readonly endpoint: string | undefined;
  readonly models: readonly string[] | null | undefined;
}

/**
 * Adds criteria for the tenants, endpoints and models with the given names. A name matches exactly or, if there is no
 * exact match, as a part.
 * @returns the criteria; null if no alert can match
 */
export async function resolveNames(
  request: AlertRequest,
  criteria: AlertCriteria,
  { tenant, endpoint, models }: FilterNames,
): Promise<AlertCriteria | null> {
  if (![tenant, endpoint, ...(models ?? [])].every((text) => isStorableText(text ?? ''))) return null;
  let resolvedCriteria = criteria;
  if (tenant) resolvedCriteria = { ...resolvedCriteria, tenants: await findTenants(request, resolvedCriteria, tenant) };
  if (resolvedCriteria.tenants?.length === 0) return null;
  if (endpoint)
    resolvedCriteria = { ...resolvedCriteria, ...(await findEndpoint(request, resolvedCriteria, endpoint)) };
  if (models)
    resolvedCriteria = { ...resolvedCriteria, modelNames: await findModels(request, resolvedCriteria, models) };
  return resolvedCriteria.modelNames?.length === 0 ? null : resolvedCriteria;
}

/** Returns the name that equals a text or, if there is none, all names that contain it, case-insensitive. */
function matchNames(names: readonly string[], text: string): readonly string[] {
  if (names.includes(text)) return [text];
  const part = text.toLowerCase();
  return names.filter((name) => name.toLowerCase().includes(part));
}

async function findTenants(
  request: AlertRequest,
  { tenants }: AlertCriteria,
  text: string,
): Promise<readonly string[]> {
  if (tenants !== undefined) return matchNames(tenants, text);
  const isExact = await request.store.read({ signal: request.signal, rows: 1 }, (sql) =>
    tenantExists(sql, { name: text }),
  );
  if (isExact) return [text];
  return await request.store.read(request, (sql) => selectTenants(sql, { part: text, first: null }));
}

async function findEndpoint(
  request: AlertRequest,
  { tenants, endpointId }: AlertCriteria,
  text: string,
): Promise<AlertCriteria> {
  if (endpointId !== undefined) return { endpointPart: text };
  const isExact = await request.store.read({ signal: request.signal, rows: 1 }, (sql) =>
    endpointExists(sql, { tenants: tenants ?? null, name: text }),
  );
  return isExact ? { endpointId: text } : { endpointPart: text };
}

async function findModels(
  request: AlertRequest,
  { tenants, modelNames }: AlertCriteria,
  texts: readonly string[],
): Promise<readonly string[]> {
  const names = await request.store.read(request, (sql) =>
    selectModels(sql, { tenants: tenants ?? null, part: '', first: null }),
  );
  const found = new Set(texts.flatMap((text) => matchNames(names, text.trim())));
  return [...found].filter((name) => modelNames?.includes(name) ?? true);
}
