import { encodeCopyText } from '../repository/initial-load.js';
import type { TouchedRow } from '../repository/touched-rows.js';
import { NameserverLists } from '../rules/nameserver-lists.js';
import type { DelegationChanges } from './content.js';
import type { DelegationCounts, SetSpool } from './differences.js';
import type { Spool } from './spool.js';

/** Error for incremental changes that are not based on the current state: the whole zone must be imported. */
export class OutdatedBaseError extends Error {
  override readonly name = 'OutdatedBaseError';
}

/**
 * Applies incremental changes to the rows that they affect.
 * @param options.counts the counts of the zone; updated to those after the changes
 * @param options.output receives lines in the format of `findChanges`
 * @throws {OutdatedBaseError} for a change that does not fit the state
 */
export async function applyIncrement(options: {
  changes: DelegationChanges;
  rows: readonly TouchedRow[];
  sets: SetSpool;
  counts: DelegationCounts;
  output: Spool;
}): Promise<void> {
  const { changes, rows, sets, counts, output } = options;
  const before = new Map(rows.map((row) => [row.label, row]));
  const lists = new NameserverLists();
  for (const [label, { removed, added }] of changes.touched) {
    const row = before.get(label);
    const nameservers = changedNames(row?.nameservers ?? [], { removed, added });
    counts.observations += nameservers.length - (row?.nameservers.length ?? 0);
    if (nameservers.length === 0) {
      if (row === undefined) continue;
      counts.domains--;
      counts.removed++;
      await output.add(`${encodeCopyText(label)}\t\\N\n`);
      continue;
    }
    if (row === undefined) counts.domains++;
    const list = nameservers.reduce((prefix, name) => lists.append(prefix, lists.add(name)), 0);
    const { id } = lists.setOf(list);
    if (id === row?.setId) continue;
    await output.add(`${encodeCopyText(label)}\t${id}\n`);
    sets.add(lists, list);
  }
  await sets.write();
}

function changedNames(
  before: readonly string[],
  { removed, added }: { removed: ReadonlySet<string>; added: ReadonlySet<string> },
): string[] {
  const names = new Set(before);
  for (const name of removed) {
    if (!names.delete(name))
      throw new OutdatedBaseError(`the changes remove a nameserver that the domain does not have: ${name}`);
  }
  for (const name of added) {
    if (names.has(name))
      throw new OutdatedBaseError(`the changes add a nameserver that the domain already has: ${name}`);
    names.add(name);
  }
  return [...names];
}
