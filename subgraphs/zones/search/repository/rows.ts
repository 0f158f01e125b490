import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import {
  array,
  build,
  float8,
  integer,
  nullable,
  type Placeholders,
  type RowOfSelection,
  rows,
  run,
  statement,
  text,
  typed,
  type ValueType,
} from '../../../../platform/database/statements/index.js';
import { change, ingest, nameserverSet, state } from '../../tables.js';
import type { Dictionary, NameChange, NameHistory, NameserverRow } from '../rules/observations.js';

const rowTypes = {
  ...{ kind: text, zoneId: integer, label: text },
  ...{ setId: nullable(text), since: nullable(integer), seen: nullable(array(integer)) },
  ...{ at: nullable(float8), ingest: nullable(integer), newSetId: nullable(text) },
};

type RowSelection = Placeholders<typeof rowTypes>;

/**
 * A row of a statement that reads names: a row of `state` (kind `s`), a change (kind `c`), or the bound up to which a
 * zone was read (kind `b`); columns that a kind does not have are null.
 */
export type NameRow = RowOfSelection<RowSelection>;

function rowOf(values: { readonly [Name in keyof RowSelection]?: SQLWrapper }): RowSelection {
  const entries = Object.entries(rowTypes).map(([name, type]) => {
    const value = values[name as keyof RowSelection]; // The keys are those of the types above.
    return [name, typed<unknown>(type, sql`${value ?? sql`null`}`)];
  });
  return Object.fromEntries(entries) as RowSelection; // One entry per name.
}

/** A row of `state`, in a table of this name. */
export function stateRow(table: string): RowSelection {
  return rowOf({ ...alias(state, table), kind: sql`'s'` });
}

/** A row of `change`, in a table of this name. */
export function changeRow(table: string): RowSelection {
  const { oldSetId, oldSince, oldSeen, ...row } = alias(change, table);
  return rowOf({ ...row, kind: sql`'c'`, setId: oldSetId, since: oldSince, seen: oldSeen });
}

export function boundRow(zoneId: SQL, label: SQL): RowSelection {
  return rowOf({ kind: sql`'b'`, zoneId, label });
}

/** The same row as an object of JSON. */
export function jsonRow(row: RowSelection): SQL {
  const members = Object.entries(row).map(([name, value]) => sql`${name}::text, ${value}`);
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/**
 * Rows of names from several sources, in one statement and so in one snapshot.
 * @param tables the `with` clause that defines the sources
 */
export function nameRows(tables: SQL, sources: readonly [RowSelection, SQL][]) {
  const selects = sources.map(([row, source]) => sql`select ${sql.join(Object.values(row), sql`, `)} from ${source}`);
  return rows(rowOf({}), () => sql`${tables} ${sql.join(selects, sql` union all `)}`);
}

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

/** Names before this string are complete in all zones; null if the whole range is complete. */
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

export function changeOf(row: NameRow): NameChange {
  // Rows of changes have both values.
  return { at: row.at ?? 0, ingest: row.ingest ?? 0, old: nameserverRow(row), newSetId: row.newSetId };
}

function nameserverRow({ setId, since, seen }: NameRow): NameserverRow | null {
  return setId === null || since === null ? null : { setId, since, seen };
}

/** Nameserver sets and times of ingests are immutable, so cached values of a database never expire. */
interface Known {
  readonly sets: LRUCache<string, readonly string[]>;
  readonly times: LRUCache<number, number>;
}

const caches = new WeakMap<Database, Known>();
const maxCached = 100_000;
/**
 * Maximum total characters of the cached sets. A set usually has some tens; in a malicious zone file, it can have any
 * number.
 */
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
    loadAll(setIds, cache.sets, (missing) => database.guard((sql) => run(sql, setsByIds, { ids: missing }))),
    loadAll(ingests, cache.times, (missing) => database.guard((sql) => run(sql, timesByIds, { ids: missing }))),
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

/** Ids of sets exceed JavaScript's safe integers, so they are strings of digits. */
const bigints: ValueType<string[]> = { name: 'bigint[]', cast: '::bigint[]' };

const setsByIds = statement({ ids: bigints }, ({ ids }) =>
  build
    .select({ id: nameserverSet.id, value: nameserverSet.data })
    .from(nameserverSet)
    .where(sql`${nameserverSet.id} = any(${ids})`),
);

const timesByIds = statement({ ids: array(integer) }, ({ ids }) =>
  build.select({ id: ingest.id, value: ingest.at }).from(ingest).where(sql`${ingest.id} = any(${ids})`),
);

/** The value that a row refers to; it must exist. */
export function presentIn<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`a row refers to ${String(key)}, which does not exist`);
  return value;
}
