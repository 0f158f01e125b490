import { hash, verify } from '@node-rs/argon2';
import type { DomainError } from '../../../../platform/domain-error.js';
import { limitReached } from '../limit-reached.js';

/** argon2id, the least that OWASP's password storage cheat sheet asks for; one hash takes 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of one process at once; more would keep other work from node's threads. */
const mostAtOnce = 2;
const mostWaiting = 64;

/** A hash by the same cost of random bytes that nobody kept: what unknown users are compared with. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$abudZDoRxjEqSB44BQ/q+g$RvpkXKjcxaxrkJXlPItdUTBoXx5ab/MQGpRBM/+jYHA';

/**
 * What is stored of a password.
 * @throws {DomainError} RATE_LIMITED when too many wait already
 */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(comparable(password), cost));
}

/**
 * Whether the password is the one that was hashed. Without a hash it takes as long, and the answer is no.
 * @throws {DomainError} RATE_LIMITED when too many wait already
 */
export async function verifyPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const isSame = await inTurn(() => verify(hashed ?? nobodysHash, comparable(password)));
  return isSame && hashed !== undefined;
}

/** Keyboards write one character in several ways (RFC 8265, section 4.2.1). */
function comparable(password: string): string {
  return password.normalize('NFC');
}

const waiting: (() => void)[] = [];
let running = 0;

/** Runs work in the order in which it comes, so much at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) running++;
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw tooBusy();
  try {
    return await work();
  } finally {
    // The turn is handed on, so that nobody slips in between.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** By the clock of the machine, whose load it is about. */
function tooBusy(): DomainError {
  const now = Date.now();
  return limitReached({
    ...{ code: 'RATE_LIMITED', message: 'Too many passwords are being checked, try again in a moment' },
    ...{ limit: mostAtOnce + mostWaiting, resetsAt: now + 1000, now },
  });
}
