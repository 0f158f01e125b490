import { hash, verify } from '@node-rs/argon2';
import type { DomainError } from '../../../../platform/domain-error.js';
import type { ZoneRequest } from '../../dependencies.js';
import { assertNewPassword, assertPasswordLength } from '../rules/new-password.js';
import { HashQueue, type KnownCaller } from './hash-queue.js';
import { limitReached } from './request-limits.js';

/** argon2id, the least that OWASP's password storage cheat sheet asks for; one hash takes 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of one process. More running at once would keep other work from node's threads. */
const limits = { running: 2, waiting: 64, reserved: 64, reservedPerCaller: 4 };
const queue = new HashQueue(limits);

/** A hash by the same cost of random bytes that nobody kept: what unknown users are compared with. */
const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$abudZDoRxjEqSB44BQ/q+g$RvpkXKjcxaxrkJXlPItdUTBoXx5ab/MQGpRBM/+jYHA';

/**
 * What is stored of a password.
 * @param caller as of {@link verifyPassword}
 * @throws {DomainError} RATE_LIMITED when too many wait already
 */
export async function hashPassword(password: string, caller?: KnownCaller): Promise<string> {
  return await queue.run(caller, { work: () => hash(comparable(password), cost), onFull: tooBusy });
}

/** Whether a password was hashed at another cost than is used now: whoever has it can hash it anew. */
export function isOutdated(hashed: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !hashed.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Whether the password is the one that was hashed. Without a hash it takes as long, and the answer is no.
 * @param password.caller the account's id where somebody who is known to be its owner, or was at this address, asks: strangers who fill
 *   the queue do not keep them out
 * @throws {DomainError} RATE_LIMITED when too many wait already
 */
export async function verifyPassword(
  password: string,
  { hashed, caller }: { hashed: string | undefined; caller?: KnownCaller },
): Promise<boolean> {
  const work = (): Promise<boolean> => verify(hashed ?? placeholderHash, comparable(password));
  const isSame = await queue.run(caller, { work, onFull: tooBusy });
  return isSame && hashed !== undefined;
}

/** Keyboards write one character in several ways (RFC 8265, section 4.2.1). */
function comparable(password: string): string {
  return password.normalize('NFC');
}

/** By the clock of the machine, whose load it is about. */
function tooBusy(): DomainError {
  const now = Date.now();
  return limitReached({
    ...{ code: 'RATE_LIMITED', message: 'Too many passwords are being checked, try again in a moment' },
    ...{ limit: limits.running + limits.waiting, resetsAt: now + 1000, now },
  });
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords in lower case; read with the first new password, because commands of every kind load this file. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return await list;
}

/**
 * Checks a password that somebody chose. Commands choose one for the sample account of the demo, which everybody may know.
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
