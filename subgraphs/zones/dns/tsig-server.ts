import { timingSafeEqual } from 'node:crypto';
import type { TsigKey } from '../../../platform/configuration/index.js';
import { presentationFormatOf } from '../imports/index.js';
import type { DnsMessage } from './message.js';
import { RecordType, wireFormatOf } from './message.js';
import {
  addPreviousMac,
  appendSignature,
  fudgeSeconds,
  hmacOf,
  readSignature,
  removeSignature,
  TsigError,
  timers,
  variables,
} from './tsig.js';

/** Result of the verification of a query's signature (RFC 8945, section 5.2). */
export type TsigVerification =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'signed'; readonly key: TsigKey; readonly responder: TsigResponder }
  /** The query must be rejected; `sign` adds the TSIG error to the response. */
  | { readonly kind: 'rejected'; readonly reason: string; sign(response: Buffer): Buffer };

/**
 * Verifies the signature of a query.
 * @param now Unix epoch milliseconds of the machine
 * @throws {DomainError} UPSTREAM_FAILED for a malformed message
 */
export function verifyQuery(message: DnsMessage, keys: readonly TsigKey[], now: () => number): TsigVerification {
  const record = message.lastAdditional();
  if (record?.type !== RecordType.TSIG) return { kind: 'unsigned' };
  const signature = readSignature(message, record);
  const [name, algorithm] = [presentationFormatOf(record.owner), signature.algorithm];
  const key = keys.find((candidate) => `${candidate.name}.` === name && `${candidate.algorithm}.` === algorithm);
  const wire = { name: wireFormatOf(name.slice(0, -1)), algorithm: wireFormatOf(algorithm.slice(0, -1)) };
  const { time, fudge, mac: receivedMac } = signature;
  const unsignedError = (reason: string, error: number): TsigVerification => ({
    ...{ kind: 'rejected', reason },
    // A key whose name has other characters cannot be configured, so the response needs no signature record.
    sign: (response) =>
      /^[a-z0-9_.-]+$/.test(name + algorithm)
        ? appendSignature(response, { ...wire, time, fudge, mac: Buffer.alloc(0), error })
        : response,
  });
  if (key === undefined) return unsignedError('BADKEY', TsigError.BADKEY);
  const mac = hmacOf(key)
    .update(removeSignature(message, record, signature))
    .update(variables({ ...wire, time, fudge }))
    .digest();
  if (mac.length !== receivedMac.length || !timingSafeEqual(mac, receivedMac))
    return unsignedError('BADSIG', TsigError.BADSIG);
  const responder = new TsigResponder(key, mac, now);
  if (Math.abs(now() / 1000 - time) <= fudge) return { kind: 'signed', key, responder };
  return { kind: 'rejected', reason: 'BADTIME', sign: (response) => responder.signBadTime(response, time) };
}

/** Signs the messages of the response to a signed query (RFC 8945, section 5.3). */
class TsigResponder {
  readonly #key: TsigKey;
  readonly #now: () => number;
  readonly #name: Buffer;
  readonly #algorithm: Buffer;
  /** MAC of the query, then of the previous message. */
  #previous: Buffer;
  #isFirst = true;

  constructor(key: TsigKey, queryMac: Buffer, now: () => number) {
    this.#key = key;
    this.#now = now;
    this.#name = wireFormatOf(key.name);
    this.#algorithm = wireFormatOf(key.algorithm);
    this.#previous = queryMac;
  }

  /** Returns the next message with its signature. */
  sign(message: Buffer): Buffer {
    const of = { name: this.#name, algorithm: this.#algorithm, time: this.#seconds(), fudge: fudgeSeconds };
    const mac = addPreviousMac(hmacOf(this.#key), this.#previous)
      .update(message)
      .update(this.#isFirst ? variables(of) : timers(of))
      .digest();
    this.#previous = mac;
    this.#isFirst = false;
    return appendSignature(message, { ...of, mac });
  }

  /**
   * Returns the signed BADTIME response to a query whose time differs too much; it contains the time of this machine.
   */
  signBadTime(message: Buffer, queryTime: number): Buffer {
    const of = { name: this.#name, algorithm: this.#algorithm, time: queryTime, fudge: fudgeSeconds };
    const failed = { ...of, error: TsigError.BADTIME, serverTime: this.#seconds() };
    const mac = addPreviousMac(hmacOf(this.#key), this.#previous).update(message).update(variables(failed)).digest();
    return appendSignature(message, { ...failed, mac });
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
