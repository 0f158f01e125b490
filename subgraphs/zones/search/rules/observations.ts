/** Whether a pair of a domain and a nameserver is in the zone: specification, section 2. */
export const ObservationStatus = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;
export type ObservationStatus = (typeof ObservationStatus)[keyof typeof ObservationStatus];

/** The nameservers of a name and since which ingests they are there: a row of `state`, or the row before a change. */
export interface NameserverRow {
  readonly setId: string;
  readonly since: number;
  /** For each nameserver of the set; null: `since` for all of them. */
  readonly seen: readonly number[] | null;
}

/** One change of a name by an ingest. */
export interface NameChange {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly ingest: number;
  /** Null: the name was not there. */
  readonly old: NameserverRow | null;
  /** Null: the name has gone. */
  readonly newSetId: string | null;
}

/** What rows refer to by number. */
export interface Dictionary {
  /** The nameservers of a set, sorted. */
  nameservers(setId: string): readonly string[];
  /** The time of an ingest, in milliseconds since the Unix epoch. */
  time(ingest: number): number;
}

export interface PairObservation {
  readonly data: string;
  readonly status: ObservationStatus;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
}

/** A moment as pages see it. */
export interface Moment {
  /** The newest ingest that counts. */
  readonly watermark: number;
  /** From when on pairs that became inactive are told; null: they are not. Milliseconds since the Unix epoch. */
  readonly inactiveFrom: number | null;
}

/** A name with its row of now and its changes, the oldest first: all after the watermark, and all from `inactiveFrom` on. */
export interface NameHistory {
  readonly row: NameserverRow | null;
  readonly changes: readonly NameChange[];
}

/** The latest observation of each pair of a name at a moment, by nameserver. Active ones always are among them. */
export function latestObservations(name: NameHistory, moment: Moment, dictionary: Dictionary): PairObservation[] {
  const row = rowAt(name, moment.watermark);
  const active = row === null ? [] : activeObservations(row, dictionary);
  if (moment.inactiveFrom === null || name.changes.length === 0) return active;
  const left = pairsLeft(name.changes, { ...moment, inactiveFrom: moment.inactiveFrom }, dictionary);
  for (const { data } of active) left.delete(data);
  if (left.size === 0) return active;
  const inactive = [...left].map(([data, timestamp]) => ({ data, status: ObservationStatus.INACTIVE, timestamp }));
  return [...active, ...inactive].sort(byData);
}

/** The observations that a change made, by nameserver: docs/decisions, "Tables of zones". */
export function changeObservations(change: NameChange, dictionary: Dictionary): PairObservation[] {
  const { gone, come } = differenceOf(change, dictionary);
  const timestamp = change.at;
  return [
    ...gone.map((data) => ({ data, status: ObservationStatus.INACTIVE, timestamp })),
    ...come.map((data) => ({ data, status: ObservationStatus.ACTIVE, timestamp })),
  ].sort(byData);
}

/** The changes after the watermark are undone: the first of them knows what was there before. */
export function rowAt({ row, changes }: NameHistory, watermark: number): NameserverRow | null {
  const later = changes.find((change) => change.ingest > watermark);
  return later === undefined ? row : later.old;
}

/** All pairs of a row are active. */
export function activeObservations(row: NameserverRow, dictionary: Dictionary): PairObservation[] {
  const since = dictionary.time(row.since);
  return dictionary.nameservers(row.setId).map((data, index) => {
    const seen = row.seen?.[index];
    return {
      data,
      status: ObservationStatus.ACTIVE,
      timestamp: seen === undefined ? since : dictionary.time(seen),
    };
  });
}

function pairsLeft(
  changes: readonly NameChange[],
  moment: { watermark: number; inactiveFrom: number },
  dictionary: Dictionary,
): Map<string, number> {
  const left = new Map<string, number>();
  for (const change of changes) {
    if (change.ingest > moment.watermark) break;
    if (change.at < moment.inactiveFrom) continue;
    const { gone, come } = differenceOf(change, dictionary);
    for (const data of gone) left.set(data, change.at);
    for (const data of come) left.delete(data);
  }
  return left;
}

function differenceOf(change: NameChange, dictionary: Dictionary): { gone: string[]; come: string[] } {
  const before = change.old === null ? [] : dictionary.nameservers(change.old.setId);
  const after = change.newSetId === null ? [] : dictionary.nameservers(change.newSetId);
  return {
    gone: before.filter((data) => !after.includes(data)),
    come: after.filter((data) => !before.includes(data)),
  };
}

function byData(one: PairObservation, other: PairObservation): number {
  return one.data < other.data ? -1 : 1;
}
