import type { Executor } from '../../../../platform/database/index.js';
import { daySeconds } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  canListChangesSince,
  deleteChanges,
  raisePrunedSerial,
  selectChangedNames,
} from '../repository/block-changes.js';
import type { BlockListScope } from '../repository/block-list.js';
import { isBlockable } from '../rules/formats.js';

/**
 * Maximum number of changes per response, which bounds the memory; clients that missed more changes read the whole
 * list.
 */
const maxChanges = 20_000;

export interface BlockListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The names that were added to a block list and removed from it since a serial; undefined if some changes are no longer
 * stored, or if there are more than {@link maxChanges}. The caller must read the current serial of the list in the same
 * snapshot.
 */
export async function blockListChanges(
  sql: Executor,
  position: { scope: BlockListScope; serial: number },
): Promise<BlockListChanges | undefined> {
  if (!(await canListChangesSince(sql, { ...position, limit: maxChanges }))) return undefined;
  const found = await selectChangedNames(sql, position);
  const names = (isAdded: boolean) =>
    found.filter((each) => each.isAdded === isAdded && isBlockable(each.name)).map(({ name }) => name);
  return { added: names(true), removed: names(false) };
}

/**
 * Removes changes of block lists from before the retention period `[dns] change_days`, except the newest change of each
 * brand, and changes for which alerts were not opened yet.
 */
export async function pruneBlockListChanges({
  database,
  clock,
  configuration,
}: Pick<ZoneDependencies, 'database' | 'clock' | 'configuration'>): Promise<void> {
  const before = Math.floor(clock.now() / 1000) - configuration.dns.changeDays * daySeconds;
  // In a separate transaction, because changes of hits wait for the lock of the row.
  const raised = await database.guard((sql) => raisePrunedSerial(sql, { before }));
  if (raised !== undefined) await database.guard((sql) => deleteChanges(sql, { serial: raised.prunedSerial }));
}

export function blockListJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [
    {
      name: 'zones.prune-block-changes',
      cron: '41 3 * * *',
      deletesHistory: true,
      run: () => pruneBlockListChanges(dependencies),
    },
  ];
}
