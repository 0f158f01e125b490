import {
  DomainError,
  type DomainErrorCode,
  type DomainErrorDetails,
  invalidArgument,
} from '../../../../platform/domain-error.js';
import { isoTime } from '../../../../platform/iso-time.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import { type LicenseEndpoint, RejectionCause } from '../../vocabulary.js';
import { addRejection, deleteRejectionsBefore, selectRejections, slotCount } from '../repository.js';

const hourSeconds = 3600;
const retentionHours = 366 * 24;
const maxHours = 31 * 24;

const codes: Readonly<Record<RejectionCause, DomainErrorCode>> = {
  [RejectionCause.RATE_LIMITED]: 'RATE_LIMITED',
  [RejectionCause.INVALID_JSON]: 'BAD_USER_INPUT',
  [RejectionCause.MISSING_FIELD]: 'BAD_USER_INPUT',
  [RejectionCause.INVALID_FIELD]: 'BAD_USER_INPUT',
  [RejectionCause.INVALID_GUID]: 'BAD_USER_INPUT',
  [RejectionCause.INVALID_LICENSE]: 'FORBIDDEN',
  [RejectionCause.BLACKLISTED]: 'FORBIDDEN',
  [RejectionCause.NO_SEAT]: 'FORBIDDEN',
};

export interface Rejection {
  readonly endpoint: LicenseEndpoint;
  readonly cause: RejectionCause;
  /** Error message of the REST response (specification, section 7). */
  readonly message: string;
  readonly details?: DomainErrorDetails;
}

/**
 * Counts a rejected request and returns its error, whose `details.reason` is the cause. A failure to count is only
 * logged.
 */
export async function recordRejection(dependencies: LicenseDependencies, rejection: Rejection): Promise<DomainError> {
  const { endpoint, cause, message, details } = rejection;
  const hour = Math.floor(dependencies.clock.now() / 1000 / hourSeconds) * hourSeconds;
  await dependencies.database.urgent
    .guard((sql) => addRejection(sql, { hour, endpoint, cause, slot: Math.floor(Math.random() * slotCount) }))
    .catch((error: unknown) => dependencies.log.error({ err: error, cause }, 'a rejected request was not counted'));
  return new DomainError(codes[cause], message, { reason: cause, ...details });
}

/**
 * Numbers of rejected requests by hour, endpoint and cause, newest hour first; by default, of the last 24 hours.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a period of more than 31 days
 */
export async function listRejections(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: {
    since: Date | null | undefined;
    until: Date | null | undefined;
    causes: readonly RejectionCause[] | null | undefined;
  },
) {
  authorize(request.caller, 'licenses.read');
  const until = (input.until?.getTime() ?? dependencies.clock.now() + 1) / 1000;
  const since = (input.since?.getTime() ?? (until - 24 * hourSeconds) * 1000) / 1000;
  if (until - since > maxHours * hourSeconds) {
    const end = input.until ? `until (${isoTime(until)})` : 'the current time';
    const problem = `since must be at most ${maxHours / 24} days before ${end}, but is ${isoTime(since)}`;
    throw invalidArgument('since', problem);
  }
  const span = { since: Math.floor(since / hourSeconds) * hourSeconds, until };
  const rows = await dependencies.database.read(request, (sql) => selectRejections(sql, span));
  const order = Object.values(RejectionCause);
  return rows
    .filter(({ cause }) => input.causes?.includes(cause) ?? true)
    .sort(
      (a, b) =>
        b.hour - a.hour ||
        (a.endpoint < b.endpoint ? -1 : Number(a.endpoint > b.endpoint)) ||
        order.indexOf(a.cause) - order.indexOf(b.cause),
    )
    .map(({ hour, ...rest }) => ({ ...rest, hour: new Date(hour * 1000) }));
}

/** The job that deletes counts of rejected requests older than a year. */
export function sweepRejectionsJob({ database, clock }: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.sweep-rejections',
    cron: '41 3 * * *',
    deletesHistory: true,
    run: () =>
      database.guard((sql) => deleteRejectionsBefore(sql, { time: clock.now() / 1000 - retentionHours * hourSeconds })),
  };
}
