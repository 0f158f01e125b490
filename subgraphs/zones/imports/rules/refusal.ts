import { DomainError, type DomainErrorDetails } from '../../../../platform/domain-error.js';

/** Why a file must not become the state of its zone: design, "Refused imports". */
export type RefusalReason =
  | 'syntax'
  | 'truncated'
  | 'empty'
  | 'missing_soa'
  | 'serial_fell'
  | 'not_newer'
  | 'loss'
  | 'time';

/** The refusal of an import; nothing of it is kept but its mention in the log of imports. */
export function refusal(reason: RefusalReason, message: string, details: DomainErrorDetails = {}): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { reason, ...details });
}

/** More than this share of the names must not go at once. */
const maxLoss = 0.2;

/** The newest import of a zone, as far as it decides about the next. */
export interface NewestImport {
  readonly domains: number;
  /** Unix epoch milliseconds. */
  readonly lastImportAt: number;
  readonly serial: number | null;
}

/**
 * Refuses a time at which a zone cannot have been observed.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertTime(options: { at: number; now: number; newest: NewestImport | undefined }): void {
  const { at, now, newest } = options;
  if (!Number.isSafeInteger(at) || at < 0) throw refusal('time', 'the time of the import is before 1970');
  if (at > now) throw refusal('time', `the time of the import, ${iso(at)}, lies in the future`);
  if (newest !== undefined && at <= newest.lastImportAt) {
    throw refusal(
      'not_newer',
      `the import is of ${iso(at)}, not newer than the newest one, ${iso(newest.lastImportAt)}`,
    );
  }
}

/**
 * Refuses a file that lacks what says which version of the zone it is, or that is an older one.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSerial(options: {
  serial: number | undefined;
  newest: NewestImport | undefined;
  allowMissing: boolean;
}): void {
  const { serial, newest, allowMissing } = options;
  if (serial === undefined) {
    if (allowMissing) return;
    throw refusal('missing_soa', 'the file has no SOA record (--allow-missing-soa takes it nevertheless)');
  }
  const previous = newest?.serial ?? null;
  if (previous !== null && isBehind(serial, previous)) {
    throw refusal('serial_fell', `the serial ${serial} is behind ${previous}, the one of the newest import`);
  }
}

/**
 * Refuses a file without a delegation: whatever is the matter with it, a registry's zone has some.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertNotEmpty(domains: number): void {
  if (domains === 0) throw refusal('empty', 'the file delegates no name');
}

/**
 * Refuses a file that lacks more than a fifth of the names of before.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertLoss(options: { removed: number; before: number; allowLoss: boolean }): void {
  const { removed, before, allowLoss } = options;
  if (allowLoss || removed <= before * maxLoss) return;
  throw refusal(
    'loss',
    `${removed} of ${before} names are missing, more than ${maxLoss * 100} % (--allow-loss takes it nevertheless)`,
    { removed, before },
  );
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * True when a serial must not follow another: it is smaller in the arithmetic of RFC 1982, or neither is smaller
 * (they are exactly half the numbers apart). The same serial may come again.
 */
export function isBehind(serial: number, previous: number): boolean {
  const distance = (serial - previous) >>> 0;
  return distance >= 2 ** 31;
}
