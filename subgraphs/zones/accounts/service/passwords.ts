import { hash, verify } from '@node-rs/argon2';
import type { DomainError } from '../../../../platform/domain-error.js';
import type { ZoneRequest } from '../../dependencies.js';
import { assertNewPassword, assertPasswordLength } from '../rules/new-password.js';
import { HashQueue, type KnownCaller } from './hash-queue.js';
import { limitExceeded } from './request-limits.js';

/** Parameters of argon2id: the minimum of OWASP's password storage cheat sheet; one hash takes 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Limits of the hash queue per process. More running hashes would block other work on Node's thread pool. */
const limits = { running: 2, waiting: 64, reserved: 64, reservedPerCaller: 4 };
const queue = new HashQueue(limits);

/**
 * Hash of unknown random bytes at the same cost. It is verified for users that do not exist, so the response takes the
 * same time.
 */
const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$abudZDoRxjEqSB44BQ/q+g$RvpkXKjcxaxrkJXlPItdUTBoXx5ab/MQGpRBM/+jYHA';

/**
 * Hashes a password.
 * @param caller as in {@link verifyPassword}
 * @throws {DomainError} RATE_LIMITED if the queue is full
 */
export async function hashPassword(password: string, caller?: KnownCaller): Promise<string> {
  return await queue.run(caller, { work: () => hash(normalizePassword(password), cost), onFull: queueFullError });
}

/** Whether a password hash has other cost parameters than the current ones. */
export function needsRehash(hashed: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !hashed.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Whether a password matches a hash. Without a hash, verification takes the same time, and the result is false.
 * @param options.caller id of the account for a known caller, who has a reserved slot in the queue
 * @throws {DomainError} RATE_LIMITED if the queue is full
 */
export async function verifyPassword(
  password: string,
  { hashed, caller }: { hashed: string | undefined; caller?: KnownCaller },
): Promise<boolean> {
  const work = (): Promise<boolean> => verify(hashed ?? placeholderHash, normalizePassword(password));
  const isSame = await queue.run(caller, { work, onFull: queueFullError });
  return isSame && hashed !== undefined;
}

/**
 * Normalizes a password to NFC, because keyboards encode the same character in several ways (RFC 8265, section 4.2.1).
 */
function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Error for a full queue. Its times are read from the system clock, not from the injected clock, because the queue
 * empties in real time.
 */
function queueFullError(): DomainError {
  const now = Date.now();
  return limitExceeded({
    ...{ code: 'RATE_LIMITED', message: 'Too many passwords are being verified: try again in a moment' },
    ...{ limit: limits.running + limits.waiting, resetsAt: now + 1000, now },
  });
}

let loadedPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * About 49,000 common passwords in lower case. Loaded when the first new password is checked, because every command
 * imports this module.
 */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  loadedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return await loadedPasswords;
}

/**
 * Checks a new password. Commands check only its length, because the demo's sample account has a published password.
 * @throws {DomainError} BAD_USER_INPUT
 */
export async function checkNewPassword(
  request: Pick<ZoneRequest, 'via'>,
  input: Omit<Parameters<typeof assertNewPassword>[0], 'isCommon'>,
): Promise<void> {
  if (request.via === 'command-line') return assertPasswordLength(input);
  const common = await commonPasswords();
  assertNewPassword({ ...input, isCommon: (text) => common.has(text) });
}
