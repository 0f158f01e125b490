import type { Executor } from '../../../../platform/database/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { deleteChanges, hasChangesSince, raisePrunedSerial, selectChangedNames } from '../repository/block-changes.js';
import type { BlockListScope } from '../repository/block-list.js';
import { isBlockable } from '../rules/formats.js';

/** Maximum number of changes, which bounds the memory; for more changes, clients read the whole list. */
const maxChanges = 20_000;

export interface BlockListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The difference of a list now and at a serial, in names; undefined if not all changes since then are stored, or they
 * are too many. Must run in a transaction with one snapshot, as the serial of the list that it leads to.
 */
export async function blockListChanges(
  sql: Executor,
  position: { scope: BlockListScope; serial: number },
): Promise<BlockListChanges | undefined> {
  if (!(await hasChangesSince(sql, { ...position, limit: maxChanges }))) return undefined;
  const found = await selectChangedNames(sql, position);
  const names = (isAdded: boolean) =>
    found.filter((each) => each.isAdded === isAdded && isBlockable(each.name)).map(({ name }) => name);
  return { added: names(true), removed: names(false) };
}

/** Removes changes of block lists that are older than the configured retention. */
export async function pruneBlockListChanges({
  database,
  clock,
  configuration,
}: Pick<ZoneDependencies, 'database' | 'clock' | 'configuration'>): Promise<void> {
  const before = Math.floor(clock.now() / 1000) - configuration.dns.changeDays * daySeconds;
  // In a separate transaction, because changes of hits wait for the row.
  const raised = await database.guard((sql) => raisePrunedSerial(sql, { before }));
  if (raised !== undefined) await database.guard((sql) => deleteChanges(sql, { serial: raised.prunedSerial }));
}

export function blockListJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [{ name: 'zones.prune-block-changes', cron: '41 3 * * *', run: () => pruneBlockListChanges(dependencies) }];
}
