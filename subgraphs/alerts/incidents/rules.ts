import { DomainError } from '../../../platform/domain-error.js';
import { maxItems } from '../../../platform/input-limits.js';

/**
 * The time of a change, in Unix epoch seconds: a whole millisecond that is later than `previous`, even if the clock is
 * behind. Clients compare times in milliseconds (docs/decisions/0072).
 */
export function timeOfChange(now: number, previous: number): number {
  return Math.max(Math.floor(now * 1000), Math.round(previous * 1000) + 1) / 1000;
}

/** Converts a time of an incident to a date, rounded to the nearest millisecond. */
export function roundedDate(epochSeconds: number): Date {
  return new Date(Math.round(epochSeconds * 1000));
}

interface IncidentIdentity {
  readonly id: string;
  readonly tenantId: string;
  readonly mergedIntoId: string | null;
}

/**
 * Verifies that an incident was not merged into another and can therefore be changed.
 * @throws {DomainError} CONFLICT for a merged incident
 */
export function assertNotMerged({ id, mergedIntoId }: IncidentIdentity): void {
  if (mergedIntoId === null) return;
  throw new DomainError('CONFLICT', `Incident ${id} was merged into ${mergedIntoId}: change that incident instead`, {
    id,
  });
}

/**
 * Verifies that incidents and alerts belong to the same tenant.
 * @throws {DomainError} BAD_USER_INPUT if they belong to several tenants
 */
export function assertOneTenant(items: readonly { readonly tenantId: string }[]): void {
  const tenants = new Set(items.map(({ tenantId }) => tenantId));
  if (tenants.size <= 1) return;
  const names = [...tenants].sort().join(', ');
  throw new DomainError(
    'BAD_USER_INPUT',
    `The alerts of an incident must belong to one tenant, not to ${names}: select alerts of one tenant`,
  );
}

/**
 * Verifies that an incident does not exceed the maximum number of alerts.
 * @throws {DomainError} BAD_USER_INPUT if it does
 */
export function assertAlertCount(alerts: number): void {
  if (alerts <= maxItems.incidentAlerts) return;
  const message = `An incident can have at most ${maxItems.incidentAlerts} alerts, not ${alerts}: distribute them over several incidents`;
  throw new DomainError('BAD_USER_INPUT', message);
}

interface PlacedAlert {
  readonly id: string;
  readonly incidentId: string | null;
}

/** Maximum number of alerts that an error lists. */
const maxListedAlerts = 5;

/**
 * Verifies that each alert is in an allowed incident before the alerts are moved.
 * @param allowed ids of incidents; null: in no incident
 * @throws {DomainError} CONFLICT, which lists at most five of the alerts that are not
 */
export function assertInIncidents(alerts: readonly PlacedAlert[], allowed: readonly (string | null)[]): void {
  const others = alerts.filter(({ incidentId }) => !allowed.includes(incidentId));
  if (others.length === 0) return;
  const examples = others
    .slice(0, maxListedAlerts)
    .map(({ id, incidentId }) => `${id} is in ${incidentId === null ? 'no incident' : `incident ${incidentId}`}`);
  const more = others.length > maxListedAlerts ? `, and ${others.length - maxListedAlerts} more` : '';
  const expected = allowed.map((id) => (id === null ? 'in no incident' : `in incident ${id}`)).join(' or ');
  const advice = `omit these alerts${allowed.includes(null) ? ', or remove them from their incident first' : ''}`;
  const message = `All alerts must be ${expected}, but ${examples.join(', ')}${more}: ${advice}`;
  throw new DomainError('CONFLICT', message, { ids: others.slice(0, maxListedAlerts).map(({ id }) => id) });
}

/** Precondition of a change: the title, status and owner of the incident were not set after `expectedUpdatedAt`. */
export interface ExpectedUpdate {
  /** `updatedAt` of the incident as the caller last read it; null or absent skips the comparison. */
  readonly expectedUpdatedAt?: Date | null | undefined;
}

/** Whether the title, status or owner was set after the expected time. Both times are whole milliseconds. */
export function isOutdated({ expectedUpdatedAt }: ExpectedUpdate, triagedAtEpoch: number | null): boolean {
  if (expectedUpdatedAt === null || expectedUpdatedAt === undefined || triagedAtEpoch === null) return false;
  return Math.round(triagedAtEpoch * 1000) > expectedUpdatedAt.getTime();
}
