import type { NameRow } from '../repository/rows.js';

/** Whether a pair of a domain and a nameserver is in the zone: specification, section 2. */
export const ObservationStatus = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;
export type ObservationStatus = (typeof ObservationStatus)[keyof typeof ObservationStatus];

/** Nameservers of a name and the ingests that added them: a row of `state`, or the row before a change. */
export interface NameserverRow {
  readonly setId: string;
  readonly sinceIngestId: number;
  /** Ingest that added each nameserver of the set; null if `since` applies to all of them. */
  readonly addedByIngestIds: readonly number[] | null;
}

/** One change of a name by an ingest. */
export interface NameChange {
  /** Time of the change in Unix epoch milliseconds. */
  readonly at: number;
  readonly ingest: number;
  /** Row before the change; null if the name was not in the zone. */
  readonly old: NameserverRow | null;
  /** Nameserver set after the change; null if the name was removed. */
  readonly newSetId: string | null;
}

/** Values that rows refer to by id. */
export interface Dictionary {
  /** The nameservers of a set, sorted. */
  nameservers(setId: string): readonly string[];
  /** The time of an ingest, in Unix epoch milliseconds. */
  time(ingest: number): number;
}

export interface PairObservation {
  readonly data: string;
  readonly status: ObservationStatus;
  /** Time of the observation, in Unix epoch milliseconds. */
  readonly timestamp: number;
}

/** The state of the zones as of an import, from which pages of observations are read. */
export interface Snapshot {
  /** Newest ingest of the snapshot. */
  readonly watermark: number;
  /** Time in Unix epoch milliseconds; pairs that became inactive earlier are omitted. Null omits all inactive pairs. */
  readonly inactiveFrom: number | null;
}

/**
 * A name with its current row and its changes, oldest first: all after the watermark and all from `inactiveFrom` on.
 */
export interface NameHistory {
  readonly row: NameserverRow | null;
  readonly changes: readonly NameChange[];
}

/**
 * The latest observation of each pair of a name and a nameserver in a snapshot, ordered by nameserver. Active pairs are
 * always included.
 */
export function latestObservations(name: NameHistory, snapshot: Snapshot, dictionary: Dictionary): PairObservation[] {
  const row = rowAt(name, snapshot.watermark);
  const active = row === null ? [] : activeObservations(row, dictionary);
  if (snapshot.inactiveFrom === null || name.changes.length === 0) return active;
  const removed = inactivePairs(name.changes, { ...snapshot, inactiveFrom: snapshot.inactiveFrom }, dictionary);
  for (const { data } of active) removed.delete(data);
  if (removed.size === 0) return active;
  const inactive = [...removed].map(([data, timestamp]) => ({ data, status: ObservationStatus.INACTIVE, timestamp }));
  return [...active, ...inactive].sort(compareByData);
}

/** The observations of a change, ordered by nameserver: docs/decisions/0012. */
export function changeObservations(change: NameChange, dictionary: Dictionary): PairObservation[] {
  const { removed, added } = differenceOf(change, dictionary);
  const timestamp = change.at;
  return [
    ...removed.map((data) => ({ data, status: ObservationStatus.INACTIVE, timestamp })),
    ...added.map((data) => ({ data, status: ObservationStatus.ACTIVE, timestamp })),
  ].sort(compareByData);
}

/**
 * The row of a name at the watermark: the one before the first later change, or the current one without later changes;
 * null if the zone did not contain the name.
 */
function rowAt({ row, changes }: NameHistory, watermark: number): NameserverRow | null {
  const laterChange = changes.find((change) => change.ingest > watermark);
  return laterChange === undefined ? row : laterChange.old;
}

/** The observations of a row, whose pairs are all active, sorted by nameserver. */
export function activeObservations(row: NameserverRow, dictionary: Dictionary): PairObservation[] {
  const since = dictionary.time(row.sinceIngestId);
  return dictionary.nameservers(row.setId).map((data, index) => {
    const addedBy = row.addedByIngestIds?.[index];
    return {
      data,
      status: ObservationStatus.ACTIVE,
      timestamp: addedBy === undefined ? since : dictionary.time(addedBy),
    };
  });
}

/** The pairs that changes removed, with the time of the last removal. Later changes may have added them again. */
function inactivePairs(
  changes: readonly NameChange[],
  snapshot: { watermark: number; inactiveFrom: number },
  dictionary: Dictionary,
): Map<string, number> {
  const inactive = new Map<string, number>();
  for (const change of changes) {
    if (change.ingest > snapshot.watermark) break;
    if (change.at < snapshot.inactiveFrom) continue;
    for (const data of differenceOf(change, dictionary).removed) inactive.set(data, change.at);
  }
  return inactive;
}

function differenceOf(change: NameChange, dictionary: Dictionary): { removed: string[]; added: string[] } {
  const before = change.old === null ? [] : dictionary.nameservers(change.old.setId);
  const after = change.newSetId === null ? [] : dictionary.nameservers(change.newSetId);
  return {
    removed: before.filter((data) => !after.includes(data)),
    added: after.filter((data) => !before.includes(data)),
  };
}

function compareByData(a: PairObservation, b: PairObservation): number {
  return a.data < b.data ? -1 : 1;
}

/** A name with its current row and its changes, oldest first. */
export interface ReadName extends NameHistory {
  readonly zoneId: number;
  readonly label: string;
}

export interface ReadNames {
  readonly names: readonly ReadName[];
  /**
   * Position by zone id at which reading stopped before the end of the range. Only names before all bounds are
   * complete.
   */
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
      const bound = bounds.get(zoneId);
      if (bound === undefined || label < bound) bounds.set(zoneId, label);
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
  for (const { changes } of names.values()) changes.sort((a, b) => a.ingest - b.ingest);
  return { names: [...names.values()], bounds };
}

/** The change in a row of kind `c`. */
export function changeOf(row: NameRow): NameChange {
  // Rows of changes have both values.
  return { at: row.at ?? 0, ingest: row.ingest ?? 0, old: nameserverRow(row), newSetId: row.newSetId };
}

function nameserverRow({ setId, since, seen }: NameRow): NameserverRow | null {
  return setId === null || since === null ? null : { setId, sinceIngestId: since, addedByIngestIds: seen };
}

/** The value that a row refers to; it must exist. */
export function requireValue<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`a row refers to ${String(key)}, which does not exist`);
  return value;
}
