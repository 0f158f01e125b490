import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import type { Dictionary, NameChange, NameHistory, NameserverRow } from '../rules/observations.js';

/**
 * A row of a statement that reads names: a row of `state` (kind `s`), a change (kind `c`), or the bound up to which a zone
 * was read (kind `b`); columns that a kind does not have are null.
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

/** Select lists of each kind, in the columns of {@link NameRow}. */
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

/** A name with its current row and its changes, oldest first. */
export interface ReadName extends NameHistory {
  readonly zoneId: number;
  readonly label: string;
}

export interface ReadNames {
  readonly names: readonly ReadName[];
  /** By zone id: where reading stopped before the end of the range. Only names before all bounds are complete. */
  readonly bounds: ReadonlyMap<number, string>;
}

/** Names before this text are complete in all zones; null: the whole range is complete. */
export function minBound(bounds: ReadNames['bounds']): string | null {
  let min: string | null = null;
  for (const bound of bounds.values()) if (min === null || bound < min) min = bound;
  return min;
}

/** Groups rows by name. */
export function groupNames(rows: readonly NameRow[]): ReadNames {
  const names = new Map<string, ReadName & { row: NameserverRow | null; changes: NameChange[] }>();
  const bounds = new Map<number, string>();
  for (const row of rows) {
    const { kind, zoneId, label } = row;
    if (kind === 'b') {
      const cache = bounds.get(zoneId);
      if (cache === undefined || label < cache) bounds.set(zoneId, label);
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
  // Rows of changes have both values.
  return { at: row.at ?? 0, ingest: row.ingest ?? 0, old: nameserverRow(row), newSetId: row.newSetId };
}

function nameserverRow({ setId, since, seen }: Omit<NameRow, 'kind'>): NameserverRow | null {
  return setId === null || since === null ? null : { setId, since, seen };
}

/** Nameserver sets and times of ingests are immutable, so cached values of a database never expire. */
interface Known {
  readonly sets: LRUCache<string, readonly string[]>;
  readonly times: LRUCache<number, number>;
}

const caches = new WeakMap<Database, Known>();
const maxCached = 100_000;
/** Total characters of the cached sets; a set usually has some tens, in a hostile zone file any number. */
const maxCharacters = 16_000_000;

type References = Iterable<Pick<NameHistory, 'row' | 'changes'>>;

/** Loads the nameserver sets and times that the rows and changes of these names refer to. */
export async function loadDictionary(database: Database, names: References): Promise<Dictionary> {
  let cache = caches.get(database);
  if (cache === undefined) {
    const sizeCalculation = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length, 1);
    cache = {
      sets: new LRUCache({ max: maxCached, maxSize: maxCharacters, sizeCalculation }),
      times: new LRUCache({ max: maxCached }),
    };
    caches.set(database, cache);
  }
  const { setIds, ingests } = referencesOf(names);
  const [sets, times] = await Promise.all([
    loadAll(setIds, cache.sets, (missing) => database.guard((sql) => selectSets(sql, missing))),
    loadAll(ingests, cache.times, (missing) => database.guard((sql) => selectTimes(sql, missing))),
  ]);
  return { nameservers: (id) => presentIn(sets, id), time: (id) => presentIn(times, id) };
}

function referencesOf(names: References): { setIds: Set<string>; ingests: Set<number> } {
  const setIds = new Set<string>();
  const ingests = new Set<number>();
  for (const { row, changes } of names) {
    for (const each of [row, ...changes.map((change) => change.old)]) {
      if (each === null) continue;
      setIds.add(each.setId);
      ingests.add(each.since);
      for (const ingest of each.seen ?? []) ingests.add(ingest);
    }
    for (const { newSetId } of changes) if (newSetId !== null) setIds.add(newSetId);
  }
  return { setIds, ingests };
}

/** Values from the cache; the missing ones with one statement. */
async function loadAll<Key extends string | number, Value extends object | number>(
  wanted: Iterable<Key>,
  cache: LRUCache<Key, Value>,
  select: (missing: Key[]) => Promise<{ id: Key; value: Value }[]>,
): Promise<Map<Key, Value>> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of wanted) {
    const value = cache.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  for (const { id, value } of missing.length === 0 ? [] : await select(missing)) {
    found.set(id, value);
    cache.set(id, value);
  }
  return found;
}

async function selectSets(sql: Executor, ids: readonly string[]): Promise<{ id: string; value: string[] }[]> {
  const text = 'select id, data as value from zones.nameserver_set where id = any($1::bigint[])';
  return await runStatement(sql, text, [ids]);
}

async function selectTimes(sql: Executor, ids: readonly number[]): Promise<{ id: number; value: number }[]> {
  const text = 'select id, at::float8 as value from zones.ingest where id = any($1::int[])';
  return await runStatement(sql, text, [ids]);
}

/** The value that a row refers to; it must exist. */
export function presentIn<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`a row refers to ${String(key)}, which is not there`);
  return value;
}
