import { DomainError, type DomainErrorCode, type DomainErrorDetails } from '../../../platform/domain-error.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import type { RefusalCountRecord } from '../records.js';
import { addRefusal, deleteRefusalsBefore, selectRefusals } from '../repository/refusals.js';
import { type LicenseEndpoint, RefusalCause } from '../vocabulary.js';
import { assertOperator } from './authorisation.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';

const hourSeconds = 3600;
const keptHours = 366 * 24;
const mostHours = 31 * 24;

/** A missing cause does not compile. */
const codes: Readonly<Record<RefusalCause, DomainErrorCode>> = {
  [RefusalCause.RATE_LIMITED]: 'RATE_LIMITED',
  [RefusalCause.INVALID_JSON]: 'BAD_USER_INPUT',
  [RefusalCause.MISSING_FIELD]: 'BAD_USER_INPUT',
  [RefusalCause.INVALID_FIELD]: 'BAD_USER_INPUT',
  [RefusalCause.INVALID_GUID]: 'BAD_USER_INPUT',
  [RefusalCause.INVALID_LICENSE]: 'FORBIDDEN',
  [RefusalCause.BLACKLISTED]: 'FORBIDDEN',
  [RefusalCause.NO_SEAT]: 'FORBIDDEN',
};

export interface Refusal {
  readonly endpoint: LicenseEndpoint;
  readonly cause: RefusalCause;
  /** As the wire has it: specification, section 7. */
  readonly message: string;
  readonly details?: DomainErrorDetails;
}

/**
 * Counts a refusal and makes the error that says so; `details.reason` is its cause. A count that fails does not change the
 * answer.
 */
export async function refuse(dependencies: LicenseDependencies, refusal: Refusal): Promise<DomainError> {
  const { endpoint, cause, message, details } = refusal;
  const hour = Math.floor(dependencies.clock.now() / 1000 / hourSeconds) * hourSeconds;
  await dependencies.database.urgent
    .guard((sql) => addRefusal(sql, { hour, endpoint, cause }))
    .catch((error: unknown) => dependencies.log.error({ err: error, cause }, 'a refusal was not counted'));
  return new DomainError(codes[cause], message, { reason: cause, ...details });
}

/**
 * Refused requests by hour, endpoint and cause, the newest hour first; the last 24 hours when no time is given.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for more than 31 days
 */
export async function listRefusals(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: {
    from: Date | null | undefined;
    until: Date | null | undefined;
    causes: readonly RefusalCause[] | null | undefined;
  },
): Promise<RefusalCountRecord[]> {
  assertOperator(request);
  const until = (input.until?.getTime() ?? dependencies.clock.now() + 1) / 1000;
  const from = input.from === null || input.from === undefined ? until - 24 * hourSeconds : input.from.getTime() / 1000;
  if (until - from > mostHours * hourSeconds) {
    throw new DomainError('BAD_USER_INPUT', 'from and until may be at most 31 days apart', { argument: 'from' });
  }
  // The hour that holds the first moment counts too.
  const span = { from: Math.floor(from / hourSeconds) * hourSeconds, until };
  const rows = await dependencies.database.read(request, (sql) => selectRefusals(sql, span));
  const order = Object.values(RefusalCause);
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

/** Refusals are kept for a year. */
export function sweepRefusalsJob({ database, clock }: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.sweep-refusals',
    cron: '41 3 * * *',
    run: () => database.guard((sql) => deleteRefusalsBefore(sql, clock.now() / 1000 - keptHours * hourSeconds)),
  };
}
