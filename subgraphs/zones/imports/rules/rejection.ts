import { DomainError, type DomainErrorDetails } from '../../../../platform/domain-error.js';

/** Reason to reject a file. */
export type RejectionReason =
  | 'syntax'
  | 'truncated'
  | 'empty'
  | 'missing_soa'
  | 'serial_fell'
  | 'not_newer'
  | 'loss'
  | 'time';

/** The error of a rejected import; the import log stores its message as the reason. */
export function rejection(reason: RejectionReason, message: string, details: DomainErrorDetails = {}): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { reason, ...details });
}

/** Maximum share of the domains that an import may remove. */
const maxLoss = 0.2;

/** The newest import, with which the next import of a zone is compared. */
export interface NewestImport {
  readonly domains: number;
  /** Time of the newest import, in Unix epoch milliseconds. */
  readonly lastImportAt: number;
  /** Its serial; null if it had none. */
  readonly serial: number | null;
  /** Serial of the newest import that had one; null if there is none. */
  readonly lastSerial: number | null;
}

/**
 * Rejects a snapshot time in the future, before 1970, or not after the newest import.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertTime(options: { at: number; now: number; newest: NewestImport | undefined }): void {
  const { at, now, newest } = options;
  if (!Number.isSafeInteger(at) || at < 0) {
    throw rejection('time', 'the snapshot time must be a valid time in 1970 or later');
  }
  if (at > now) throw rejection('time', `the snapshot time, ${formatTime(at)}, is in the future`);
  if (newest !== undefined && at <= newest.lastImportAt) {
    throw rejection(
      'not_newer',
      `the snapshot time, ${formatTime(at)}, is not after that of the latest import, ${formatTime(newest.lastImportAt)}`,
    );
  }
}

/**
 * Rejects a file without an SOA record, or with a serial older than that of the newest import that had one, unless the
 * caller allows it.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSerial(options: {
  serial: number | undefined;
  newest: NewestImport | undefined;
  allowMissing: boolean;
  allowOlder: boolean;
}): void {
  const { serial, newest, allowMissing, allowOlder } = options;
  if (serial === undefined) {
    if (allowMissing) return;
    throw rejection('missing_soa', 'the file contains no SOA record; use --allow-missing-soa to accept it');
  }
  const previous = newest?.lastSerial ?? null;
  if (previous !== null && !allowOlder && isOlder(serial, previous)) {
    throw rejection(
      'serial_fell',
      `the serial number ${serial} is older than ${previous}, the last one that was imported (RFC 1982); use --allow-older-serial to accept it`,
    );
  }
}

/**
 * Rejects a zone without delegations, because the zone of a registry always has some.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertNotEmpty(domains: number): void {
  if (domains === 0)
    throw rejection(
      'empty',
      'the zone contains no delegations, but the zone of a registry always has some: check that the zone file or transfer is complete',
    );
}

/**
 * Rejects an import that would remove more than a fifth of the domains, unless `allowLoss` is true.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertMaxLoss(options: { removed: number; before: number; allowLoss: boolean }): void {
  const { removed, before, allowLoss } = options;
  if (allowLoss || removed <= before * maxLoss) return;
  throw rejection(
    'loss',
    `the import would remove ${removed} of ${before} domains, more than ${maxLoss * 100}%; use --allow-loss to accept this loss`,
    { removed, before },
  );
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Whether a serial is older than another by the arithmetic of RFC 1982, or not comparable (they differ by exactly half
 * the range). Equal serials are accepted.
 */
export function isOlder(serial: number, previous: number): boolean {
  const distance = (serial - previous) >>> 0;
  return distance >= 2 ** 31;
}
