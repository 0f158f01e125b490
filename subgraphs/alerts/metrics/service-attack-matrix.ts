import { attackCatalog, type Tactic, type Technique } from '../attack/index.js';
import { scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import type { ScopedFilter } from '../triage/index.js';
import { countAttackGroups } from './repository-attack.js';

interface TechniqueCount {
  readonly technique: Technique;
  readonly count: number;
}

/** Counts of alerts, arranged as the ATT&CK matrix. */
export interface AttackMatrixRecord {
  readonly version: string;
  readonly notice: string;
  readonly tactics: readonly {
    readonly tactic: Tactic;
    readonly count: number;
    readonly techniques: readonly (TechniqueCount & { readonly subtechniques: readonly TechniqueCount[] })[];
  }[];
  /** Counts of technique identifiers that are not in the matrix, highest count first. */
  readonly others: readonly TechniqueCount[];
}

const maxOthers = 100;

/**
 * Counts the alerts that match a filter by tactic, technique and sub-technique. Each count equals the number of alerts
 * that match the filter with `attack: [<id>]` added.
 */
export async function countAttackMatrix(
  request: AlertRequest,
  input: { filter: ScopedFilter; includeEmpty: boolean },
): Promise<AttackMatrixRecord> {
  scopeOf(request);
  const { version, notice, tactics, techniques, technique } = attackCatalog();
  const counts = await countGroups(request, input.filter);
  const countOf = ({ id }: { id: string }) => counts.get(id) ?? 0;
  const isShown = (entry: { readonly count: number }) => input.includeEmpty || entry.count > 0;
  const current = techniques.filter(({ isRetired }) => !isRetired);
  const techniquesOf = (tactic: Tactic) => current.filter((entry) => entry.tactics.includes(tactic));
  const tacticIds = new Set([...tactics, ...current].map(({ id }) => id));
  return {
    version,
    notice,
    tactics: tactics.map((tactic) => ({
      tactic,
      count: countOf(tactic),
      techniques: techniquesOf(tactic)
        .filter(({ parent }) => parent === null)
        .map((entry) => ({
          technique: entry,
          count: countOf(entry),
          subtechniques: techniquesOf(tactic)
            .filter(({ parent }) => parent === entry)
            .map((subtechnique) => ({ technique: subtechnique, count: countOf(subtechnique) }))
            .filter(isShown),
        }))
        .filter(isShown),
    })),
    others: [...counts]
      .filter(([id]) => !tacticIds.has(id))
      .map(([id, count]) => ({ technique: technique(id), count })),
  };
}

async function countGroups(request: AlertRequest, filter: ScopedFilter): Promise<Map<string, number>> {
  if (filter === null) return new Map();
  const { memberships } = attackCatalog();
  const rows = await request.store.aggregate(request, (sql) =>
    countAttackGroups(sql, { criteria: filter, memberships, maxOthers }),
  );
  return new Map(rows.toSorted((a, b) => b.count - a.count).map(({ value, count }) => [value, count]));
}
