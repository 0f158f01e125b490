import type { Executor } from '../../../platform/database/index.js';
import { assertBetween } from '../../../platform/input-limits.js';
import { attackCatalog } from '../attack/index.js';
import { scopeOf } from '../authorization.js';
import type { AlertRequest, AlertStore } from '../dependencies.js';
import type { AlertCriteria, ScopedFilter } from '../triage/index.js';
import * as counts from './repository.js';
import * as tallies from './repository-facets.js';

interface ValueCount {
  value: string;
  count: number;
}

/** Counts of alerts by value. Only requested dimensions are present. */
export interface FacetsRecord {
  severity: ValueCount[];
  status: ValueCount[];
  platform: ValueCount[];
  model: ValueCount[];
  endpoint: (ValueCount & { tenantId: string })[];
  technique: (ValueCount & { name: string | null })[];
}

const talliedDimensions: readonly counts.Dimension[] = ['severity', 'status', 'platform', 'model'];
const maxValues = 100;

/**
 * Counts the alerts that match a filter by value. Uses tallies (precomputed counts) if they support the filter.
 * Otherwise, one statement counts by endpoint and by the dimensions of the tally, and another one by technique.
 * @throws {DomainError} BAD_USER_INPUT for a `top` outside of 1–100
 */
export async function countFacets(
  request: AlertRequest,
  input: { filter: ScopedFilter; top: number; facets: readonly string[] },
): Promise<FacetsRecord> {
  scopeOf(request);
  assertBetween({ name: 'top', value: input.top, min: 1, max: maxValues });
  const { filter: criteria, top } = input;
  const facets: FacetsRecord = { severity: [], status: [], platform: [], model: [], endpoint: [], technique: [] };
  if (criteria === null) return facets;
  const { store } = request;
  const isRequested = (name: string) => input.facets.includes(name);
  const dimensions = talliedDimensions.filter(isRequested);
  const [rows, endpoints, techniques] = await store.aggregate(request, async (sql) => {
    const areTallied = await hasTallies(sql, { store, criteria });
    const countTechniques = areTallied ? tallies.techniquesOfTally : counts.countTechniques;
    return await Promise.all([
      countDimensions(sql, areTallied || !isRequested('endpoint') ? dimensions : [...dimensions, 'endpoint']),
      areTallied && isRequested('endpoint') ? tallies.endpointsOfTally(sql, { criteria, top }) : [],
      isRequested('technique') ? countTechniques(sql, { criteria, top }) : [],
    ]);
  });
  for (const row of rows) {
    const value = row[row.dimension];
    if (value === null) continue;
    facets[row.dimension].push({ value, count: row.count, tenantId: row.tenant ?? '' });
  }
  facets.endpoint.push(...endpoints);
  const { technique } = attackCatalog();
  return { ...facets, technique: techniques.map((facet) => ({ ...facet, name: technique(facet.value).name })) };

  async function countDimensions(sql: Executor, names: readonly counts.Dimension[]): Promise<counts.DimensionCount[]> {
    return names.length === 0 || criteria === null
      ? []
      : await counts.countDimensions(sql, { criteria, dimensions: names, top });
  }
}

/** Stores whose tallies by endpoint and technique are known to be complete. */
const storesWithTallies = new WeakSet<AlertStore>();

async function hasTallies(
  sql: Executor,
  { store, criteria }: { store: AlertStore; criteria: AlertCriteria },
): Promise<boolean> {
  if (!tallies.hasFacetTallies(criteria)) return false;
  if (storesWithTallies.has(store)) return true;
  const isComplete = await tallies.areFacetTalliesComplete(sql);
  if (isComplete) storesWithTallies.add(store);
  return isComplete;
}
