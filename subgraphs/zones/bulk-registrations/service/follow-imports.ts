import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { dayMs } from '../../../../platform/durations.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { toUnicodeName } from '../../names.js';
import { changeRetentionMs } from '../../search/index.js';
import {
  countImportDays,
  type IngestRow,
  lockProgress,
  selectAddedNames,
  selectAddedNamesOfSets,
  selectEarlierRegistrations,
  selectIngests,
  selectNextIngest,
  selectSetsOfAddedNames,
  updateProgress,
} from '../repository/followed-imports.js';
import { type NewRegistration, storeRegistrations } from '../repository/store.js';
import { Background } from '../rules/background.js';
import { clustersOf, minClusterSize } from '../rules/clusters.js';
import { type CooperativeWork, forEachCooperatively } from '../rules/cooperative-work.js';
import { scoreOf } from '../rules/measure.js';

/** Maximum number of names per transaction, unless one set has more. */
const defaultNamesPerBatch = 20_000;

/** Maximum number of names of one set and day that are compared, which bounds the memory. */
const maxNamesOfSet = 300_000;

/** Maximum numbers of names of the day, and of earlier days, in which the frequency of features is counted. */
const backgroundNames = { day: 1_000_000, earlier: 50_000 };

/** Maximum number of names per statement. */
const pageSize = 10_000;

/**
 * Number of earlier days whose average is the usual number of registrations, and minimum number of these days that must
 * have imports.
 */
const [usualDays, minUsualDays] = [28, 3];

interface AddedSet {
  readonly setId: string;
  /** Number of names of the day. */
  readonly names: number;
}

/** The names that an import has added to a zone on a day. The change log is immutable, so it is read once. */
interface ImportDay {
  readonly ingest: IngestRow;
  /** UTC date, in days since the Unix epoch. */
  readonly number: number;
  /** Ids of the imports of the day, up to the import that is being processed. */
  readonly ids: number[];
  readonly times: number[];
  /** Nameserver sets with enough names, at least one of them from this import, ordered by id. */
  readonly sets: readonly AddedSet[];
  readonly background: Background;
}

/** Caches the data of the import that is being processed. */
export class DayCache {
  day: ImportDay | undefined;
}

type FollowDependencies = Pick<ZoneDependencies, 'database' | 'clock'> & { readonly cache: DayCache };

/**
 * Finds bulk registrations in the names that the next import has added. Each call processes some nameserver sets, and
 * stores their bulk registrations and the progress in one transaction. An import replaces the bulk registrations of its
 * day for the sets to which it adds names.
 * @returns false if no import is left
 */
export async function followImports(
  dependencies: FollowDependencies,
  namesPerBatch = defaultNamesPerBatch,
): Promise<boolean> {
  return await dependencies.database.transaction(async (sql) => {
    const position = await lockProgress(sql, {});
    if (position === undefined) return false;
    const from = position.setId === null ? position.ingest + 1 : position.ingest;
    const ingest = await selectNextIngest(sql, { from });
    if (ingest === undefined) return false;
    const isOutdated = ingest.at < dependencies.clock.now() - changeRetentionMs;
    if (ingest.isInitial || isOutdated) {
      await updateProgress(sql, { ingest: ingest.id, setId: null });
      return true;
    }
    const day = await dayOf(sql, ingest, dependencies.cache);
    const after = position.setId === null ? null : BigInt(position.setId);
    const remainingSets = day.sets.filter(({ setId }) => after === null || BigInt(setId) > after);
    const sets = firstSets(remainingSets, namesPerBatch);
    if (sets.length > 0) {
      const found = await registrationsOf(sql, day, sets);
      await storeRegistrations(sql, { zoneId: ingest.zoneId, day: day.number, sets, found });
    }
    const isLast = sets.length === remainingSets.length;
    await updateProgress(sql, { ingest: ingest.id, setId: isLast ? null : (sets.at(-1)?.setId ?? null) });
    return true;
  });
}

/** The first sets that together have at most `limit` names; at least one set. */
function firstSets(sets: readonly AddedSet[], limit: number): AddedSet[] {
  let names = 0;
  const end = sets.findIndex((set, index) => {
    names += set.names;
    return index > 0 && names > limit;
  });
  return sets.slice(0, end === -1 ? sets.length : end);
}

async function dayOf(sql: TransactionSql, ingest: IngestRow, cache: DayCache): Promise<ImportDay> {
  if (cache.day?.ingest.id === ingest.id) return cache.day;
  const { id, at, zoneId } = ingest;
  const number = Math.floor(at / dayMs);
  const start = number * dayMs;
  const imports = await selectIngests(sql, { zoneId, start, end: start + dayMs, upTo: id });
  const [ids, times] = [imports.map((each) => each.id), imports.map((each) => each.at)];
  const sets = await selectSetsOfAddedNames(sql, { ids, times, last: id, minNames: minClusterSize });
  const background = new Background();
  if (sets.length > 0) {
    await addNames(sql, { background, imports, limit: backgroundNames.day });
    const earlierIngests = await selectIngests(sql, {
      zoneId,
      start: start - usualDays * dayMs,
      end: start,
      upTo: id,
    });
    await addNames(sql, { background, imports: earlierIngests, limit: background.names + backgroundNames.earlier });
  }
  cache.day = { ingest, number, ids, times, sets, background };
  return cache.day;
}

async function addNames(
  sql: TransactionSql,
  added: { background: Background; imports: readonly { id: number; at: number }[]; limit: number },
): Promise<void> {
  const { background, imports, limit } = added;
  for (const { id, at } of imports) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      if (background.names >= limit) return;
      const page: { label: string }[] = await selectAddedNames(sql, { id, at, after, limit: pageSize });
      await runToCompletion(forEachCooperatively(page, ({ label }) => background.add(toUnicodeName(label))));
      after = page.length < pageSize ? undefined : page.at(-1)?.label;
    }
  }
}

/** Runs work step by step, so other work of the process can run in between. */
async function runToCompletion<Result>(work: CooperativeWork<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await setImmediate();
  }
}

async function registrationsOf(
  sql: TransactionSql,
  day: ImportDay,
  sets: readonly AddedSet[],
): Promise<NewRegistration[]> {
  const { ids, times, background } = day;
  const added = await selectAddedNamesOfSets(sql, {
    ids,
    times,
    sets: sets.map(({ setId }) => setId),
    limit: maxNamesOfSet,
  });
  const namesOf = Map.groupBy(added, ({ setId }) => setId);
  const usualRegistrationsOf = await readUsualRegistrations(sql, day, sets);
  const found: NewRegistration[] = [];
  for (const { setId, names: registrations } of sets) {
    const rows = namesOf.get(setId) ?? [];
    // A name that was removed and added again on the same day occurs twice.
    const times = Map.groupBy(rows, ({ label }) => label);
    for (const cluster of await runToCompletion(clustersOf([...times.keys()], background))) {
      const { kind, text: pattern, labels, expectedSize, similarity } = cluster;
      const all = labels.flatMap((label) => (times.get(label) ?? []).map(({ at }) => at));
      const usualRegistrations = usualRegistrationsOf(setId);
      found.push({
        ...{
          id: idOf([day.ingest.zoneId, day.number, setId, kind, pattern]),
          setId,
          kind,
          pattern,
          labels,
          size: labels.length,
        },
        ...{ expectedSize, similarity, registrations, usualRegistrations },
        score: scoreOf({ size: labels.length, expectedSize, similarity, registrations, usualRegistrations }),
        firstAt: all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
        lastAt: all.reduce((a, b) => Math.max(a, b), 0),
      });
    }
  }
  return found;
}

async function readUsualRegistrations(
  sql: TransactionSql,
  { ingest: { zoneId }, number: before }: ImportDay,
  sets: readonly AddedSet[],
): Promise<(setId: string) => number | null> {
  const from = before - usualDays;
  const { days } = await countImportDays(sql, { zoneId, from, before });
  if (days < minUsualDays) return () => null;
  const rows = await selectEarlierRegistrations(sql, { zoneId, from, before, sets: sets.map(({ setId }) => setId) });
  const totals = new Map(rows.map(({ setId, total }) => [setId, total]));
  return (setId) => (totals.get(setId) ?? 0) / days;
}

/** A UUID (RFC 9562, version 8) derived from these parts, so the same bulk registration always has the same id. */
function idOf(parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
