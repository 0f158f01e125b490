import type { Executor } from '../../../../platform/database/index.js';
import type { MetricsSource } from '../../../../platform/subgraph.js';
import { countByState, selectOpen } from '../repository/mass-changes.js';
import { MassChangeState } from '../vocabulary.js';

/** The number of mass changes in each state, for metrics. */
export async function readMassChangeCounts({
  database,
}: Pick<MetricsSource, 'database'>): Promise<readonly (readonly [MassChangeState, number])[]> {
  const found = await database.reserved.guard((sql) => countByState(sql, {}));
  const counts = new Map(found.map(({ state, count }) => [state, count]));
  return Object.values(MassChangeState).map((state) => [state, counts.get(state) ?? 0]);
}

/** The oldest open mass changes, with the hostname and path of each site, read with the given executor. */
export async function readOpenMassChanges(sql: Executor, limit: number) {
  return await selectOpen(sql, { limit });
}
