import { PolicyZoneClientState, PolicyZoneSecondaryState } from './vocabulary.js';

/** The state of a zone that its clients are compared with. */
interface NewestState {
  /**
   * Newest serial of the zone: the approximate time of its newest change in Unix epoch seconds; 1 if there was none.
   */
  readonly serial: number;
  /** Current time in Unix epoch milliseconds. */
  readonly now: number;
  /** Interval at which clients should request the serial (`refresh` of the SOA record), in seconds. */
  readonly refreshSeconds: number;
}

interface ZoneClient {
  readonly serial: number | null;
  /** Serial of the oldest change that the client does not have; null if there is none. */
  readonly missedSerial: number | null;
  /** Time of the last request of the client, in Unix epoch milliseconds; null if it has requested nothing. */
  readonly requestedAt: number | null;
  readonly transferredAt: number | null;
}

/**
 * The state of a client. It is current if it has the newest serial, or if the oldest change that it lacks is at most
 * two refresh intervals old, because the client may have to retry once. It is silent if it has requested nothing for
 * three refresh intervals.
 */
export function clientState(client: ZoneClient, newest: NewestState): PolicyZoneClientState {
  const { serial, now, refreshSeconds } = newest;
  const seenAt = Math.max(client.requestedAt ?? 0, client.transferredAt ?? 0);
  if (now - seenAt > 3 * refreshSeconds * 1000) return PolicyZoneClientState.SILENT;
  const changedAt = client.missedSerial ?? serial;
  const isLate = client.serial !== serial && now > (changedAt + 2 * refreshSeconds) * 1000;
  return isLate ? PolicyZoneClientState.OUTDATED : PolicyZoneClientState.CURRENT;
}

/**
 * The state of the notification of a secondary server.
 * @param result result of the last NOTIFY messages; undefined before the first ones
 */
export function secondaryState(
  result: { readonly serial: number | null; readonly error: string | null } | undefined,
  { serial }: Pick<NewestState, 'serial'>,
): PolicyZoneSecondaryState {
  if (result === undefined) return PolicyZoneSecondaryState.PENDING;
  if (result.error !== null) return PolicyZoneSecondaryState.FAILED;
  return result.serial === serial ? PolicyZoneSecondaryState.CONFIRMED : PolicyZoneSecondaryState.PENDING;
}
