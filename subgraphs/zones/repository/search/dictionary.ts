import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/index.js';
import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import type { Dictionary, NameHistory } from '../../rules/search/observations.js';

/** Sets of nameservers and times of ingests never change, so that what was read once of a database holds for ever. */
interface Known {
  readonly sets: LRUCache<string, readonly string[]>;
  readonly times: LRUCache<number, number>;
}

const knownOf = new WeakMap<Database, Known>();
const maxKnown = 100_000;
/** Characters of the known sets together; a set has some tens, and in a hostile zone file any number. */
const maxCharacters = 16_000_000;

type References = Iterable<Pick<NameHistory, 'row' | 'changes'>>;

/** Everything that the rows and changes of these names refer to. */
export async function loadDictionary(database: Database, names: References): Promise<Dictionary> {
  let known = knownOf.get(database);
  if (known === undefined) {
    const sizeCalculation = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length, 1);
    known = {
      sets: new LRUCache({ max: maxKnown, maxSize: maxCharacters, sizeCalculation }),
      times: new LRUCache({ max: maxKnown }),
    };
    knownOf.set(database, known);
  }
  const { setIds, ingests } = referencesOf(names);
  const [sets, times] = await Promise.all([
    loadAll(setIds, known.sets, (missing) => database.guard((sql) => selectSets(sql, missing))),
    loadAll(ingests, known.times, (missing) => database.guard((sql) => selectTimes(sql, missing))),
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

/** From what is known, and the rest by one statement. */
async function loadAll<Key extends string | number, Value extends object | number>(
  wanted: Iterable<Key>,
  known: LRUCache<Key, Value>,
  select: (missing: Key[]) => Promise<{ id: Key; value: Value }[]>,
): Promise<Map<Key, Value>> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of wanted) {
    const value = known.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  for (const { id, value } of missing.length === 0 ? [] : await select(missing)) {
    found.set(id, value);
    known.set(id, value);
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

/** What a row refers to; it must be there. */
export function presentIn<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`a row refers to ${String(key)}, which is not there`);
  return value;
}
