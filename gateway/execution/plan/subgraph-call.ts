import type { DataSource, FetchResult, SubgraphOperation } from '../data-source.js';
import { type Cursor, entitiesAt } from './cursor.js';
import type { Rewrite, RewritePath } from './rewrites.js';
import type { PlanRun } from './run.js';

export interface PreparedFetch {
  execute(run: PlanRun, cursor: Cursor): Promise<void>;
}

/** The operation of a fetch, and the data source that executes it. */
export interface FetchParts {
  readonly subgraph: string;
  readonly dataSource: DataSource | undefined;
  readonly operation: SubgraphOperation;
  readonly variableNames: readonly string[];
  readonly rewriteOutput: Rewrite | undefined;
  /** Applies the renaming of `rewriteOutput` to paths of errors; absent if it renames nothing. */
  readonly rewritePath?: RewritePath | undefined;
  readonly interfaceNames: ReadonlySet<string>;
  /** Whether the subgraph sends the results of the fetch as events of a subscription. */
  readonly isEvent?: boolean | undefined;
}

export function pickVariables(names: readonly string[], run: PlanRun): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(run.rawVariables, name)) variables[name] = run.rawVariables[name];
  }
  return variables;
}

export async function send(parts: FetchParts, run: PlanRun, variables: Record<string, unknown>): Promise<FetchResult> {
  if (parts.isEvent) return run.event ?? {};
  if (parts.dataSource === undefined) throw new Error(`Couldn't find service with name "${parts.subgraph}"`);
  const { document, text, operationName } = parts.operation;
  return parts.dataSource.execute({
    document,
    text,
    operationName,
    variables,
    context: run.context,
    sharedState: run.sharedState,
    eventAt: run.eventAt,
  });
}

/** Marks the objects of a failed fetch as incomplete, because the fetch's errors explain their missing fields. */
export function markIncomplete(run: PlanRun, cursor: Cursor): void {
  if (cursor.path.length === 0) run.root.isIncomplete = true;
  for (const entity of entitiesAt(cursor)) run.incomplete.set(entity, 'failed');
}
