import type { NameChange, NameHistory, NameserverRow } from '../../rules/search/observations.js';

/**
 * A row of a statement that reads names: a row of `state` (kind `s`), a change (kind `c`), or the text up to which a zone
 * was looked at (kind `b`); columns that a kind does not have are null.
 */
export interface NameRow {
  readonly kind: 's' | 'c' | 'b';
  readonly zoneId: number;
  readonly label: string;
  readonly setId: string | null;
  readonly since: number | null;
  readonly seen: number[] | null;
  readonly at: number | null;
  readonly ingest: number | null;
  readonly newSetId: string | null;
}

/** What the statements select of each kind, in the columns of `NameRow`. */
export const rowColumns = {
  state: (row: string) =>
    `'s' as kind, ${row}.zone_id as "zoneId", ${row}.label, ${row}.set_id as "setId", ${row}.since, ${row}.seen,
      null::float8 as at, null::int as ingest, null::bigint as "newSetId"`,
  change: (row: string) =>
    `'c' as kind, ${row}.zone_id as "zoneId", ${row}.label, ${row}.old_set_id as "setId", ${row}.old_since as since,
      ${row}.old_seen as seen, ${row}.at::float8 as at, ${row}.ingest, ${row}.new_set_id as "newSetId"`,
  bound: (zone: string, label: string) =>
    `'b', ${zone}, ${label}, null::bigint, null::int, null::int[], null::float8, null::int, null::bigint`,
};

/** A name that was read, with its row of now and its changes, the oldest first. */
export interface ReadName extends NameHistory {
  readonly zoneId: number;
  readonly label: string;
}

export interface ReadNames {
  readonly names: readonly ReadName[];
  /** For zones that were not looked at to the end of the range: the text up to which. Only what is before all is complete. */
  readonly bounds: ReadonlyMap<number, string>;
}

/** The text before which names are complete in all zones; null: in the whole range. */
export function leastBound(bounds: ReadNames['bounds']): string | null {
  let least: string | null = null;
  for (const bound of bounds.values()) if (least === null || bound < least) least = bound;
  return least;
}

/** Gathers what rows say of each name. */
export function gatherNames(rows: readonly NameRow[]): ReadNames {
  const names = new Map<string, ReadName & { row: NameserverRow | null; changes: NameChange[] }>();
  const bounds = new Map<number, string>();
  for (const row of rows) {
    const { kind, zoneId, label } = row;
    if (kind === 'b') {
      const known = bounds.get(zoneId);
      if (known === undefined || label < known) bounds.set(zoneId, label);
      continue;
    }
    const key = `${zoneId} ${label}`;
    let name = names.get(key);
    if (name === undefined) {
      name = { zoneId, label, row: null, changes: [] };
      names.set(key, name);
    }
    if (kind === 's') name.row = nameserverRow(row);
    else name.changes.push(changeOf(row));
  }
  for (const { changes } of names.values()) changes.sort((one, other) => one.ingest - other.ingest);
  return { names: [...names.values()], bounds };
}

export function changeOf(row: Omit<NameRow, 'kind'>): NameChange {
  // Rows of changes have both.
  return { at: row.at ?? 0, ingest: row.ingest ?? 0, old: nameserverRow(row), newSetId: row.newSetId };
}

function nameserverRow({ setId, since, seen }: Omit<NameRow, 'kind'>): NameserverRow | null {
  return setId === null || since === null ? null : { setId, since, seen };
}
