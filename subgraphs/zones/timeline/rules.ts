import type { CertificateRecord } from '../certificates/index.js';
import type { DossierChange } from '../rdap/index.js';
import type { Dictionary, NameHistory } from '../search/index.js';
import { DomainEventKind } from './vocabulary.js';

/** An event of a domain. Values that events of a kind do not have are null. */
export interface DomainEvent {
  readonly kind: DomainEventKind;
  /** Time of the event in Unix epoch milliseconds; for `expires`, possibly in the future. */
  readonly at: number;
  /** Name of the zone. */
  readonly zone: string | null;
  /** Names of the nameservers before and after the event, sorted, with a trailing dot. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Name of the brand; null for events that are not about a brand. */
  readonly brand: string | null;
  /** Name of the caller who triaged the hit. */
  readonly actor: string | null;
  readonly note: string | null;
  /** Differences of the registration data from the previous version. */
  readonly changes: readonly DossierChange[];
  readonly certificate: CertificateRecord | null;
  readonly alert: { readonly id: string } | null;
  /**
   * Id of the record that the event is from: an entry in the history of a hit, a version of a dossier, a certificate
   * and its brand, or an inference. Distinguishes events of brands with the same name at the same time.
   */
  readonly entry: number | string | null;
}

export const noDetails = {
  ...{ zone: null, before: [], after: [], brand: null, actor: null, note: null, changes: [] },
  ...{ certificate: null, alert: null, entry: null },
};

/** The events of a name in a zone, oldest first. The first event is `first_seen`. */
export function zoneEvents(zone: string, { row, changes }: NameHistory, dictionary: Dictionary): DomainEvent[] {
  const [first] = changes;
  const oldest = first === undefined ? row : first.old;
  const events: DomainEvent[] = [];
  if (oldest !== null) {
    const times = [oldest.sinceIngestId, ...(oldest.addedByIngestIds ?? [])].map((ingest) => dictionary.time(ingest));
    const after = dictionary.nameservers(oldest.setId);
    events.push({ ...noDetails, kind: DomainEventKind.FIRST_SEEN, at: Math.min(...times), zone, after });
  }
  for (const { at, old, newSetId } of changes) {
    const before = old === null ? [] : dictionary.nameservers(old.setId);
    const after = newSetId === null ? [] : dictionary.nameservers(newSetId);
    const arrival = events.length === 0 ? DomainEventKind.FIRST_SEEN : DomainEventKind.RETURNED;
    const kind = old === null ? arrival : newSetId === null ? DomainEventKind.REMOVED : DomainEventKind.MOVED;
    events.push({ ...noDetails, kind, at, zone, before, after });
  }
  return events;
}

/** The order of kinds at the same time. */
const kindRanks = new Map(Object.values(DomainEventKind).map((kind, rank) => [kind as string, rank]));

/** The key of an event among the events of the same time. */
export function eventKey({ kind, zone, brand, actor, entry }: DomainEvent): string {
  return JSON.stringify([String(kindRanks.get(kind) ?? 0).padStart(2, '0'), zone, brand, actor, entry]);
}

/** Compares events by time, newest first, and at the same time by their keys. */
export function compareByTime(a: DomainEvent, b: DomainEvent): number {
  if (a.at !== b.at) return b.at - a.at;
  const [first, second] = [eventKey(a), eventKey(b)];
  return first === second ? 0 : first < second ? 1 : -1;
}
