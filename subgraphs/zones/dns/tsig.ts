import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { type TsigKey, tsigAlgorithms } from '../../../platform/configuration/index.js';
import { presentationFormatOf } from '../imports/index.js';
import { dnsFailure, malformedError } from './failure.js';
import { type DnsMessage, RecordType, type ResourceRecord, uint16, wireFormatOf } from './message.js';

const anyClass = 255;
/** Permitted difference between the clocks of client and server, in seconds (RFC 8945, section 10). */
export const fudgeSeconds = 300;
/** Maximum number of messages without a signature in a row (RFC 8945, section 5.3.1). */
const maxUnsigned = 99;

/** Signs a query, and verifies the messages of its response (RFC 8945). */
export class TsigSession {
  readonly #key: TsigKey;
  readonly #now: () => number;
  /** MAC of the query, then of the last message with a signature. */
  #previous: Buffer = Buffer.alloc(0);
  /** Unsigned messages since the last signature; the next signature covers them. */
  #pending: Buffer[] = [];
  #isFirst = true;

  /** @param now Unix epoch milliseconds of the machine */
  constructor(key: TsigKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** Whether all messages so far are covered by a signature. */
  get isComplete(): boolean {
    return this.#pending.length === 0 && !this.#isFirst;
  }

  /** Appends the signature to a query. */
  sign(query: Buffer): Buffer {
    const time = Math.floor(this.#now() / 1000);
    const fields = { ...this.#names, time, fudge: fudgeSeconds };
    const mac = hmacOf(this.#key).update(query).update(variables(fields)).digest();
    this.#previous = mac;
    return appendSignature(query, { ...fields, mac });
  }

  /**
   * Verifies the next message of the response.
   * @throws {DomainError} UPSTREAM_FAILED for a wrong or missing signature
   */
  verify(message: DnsMessage): void {
    const record = message.lastAdditional();
    if (record?.type !== RecordType.TSIG) {
      this.#acceptUnsigned(message);
      return;
    }
    const signature = readSignature(message, record);
    this.#assertKey(signature, presentationFormatOf(record.owner));
    const hmac = addPreviousMac(hmacOf(this.#key), this.#previous);
    for (const pending of this.#pending) hmac.update(pending);
    const mac = hmac
      .update(removeSignature(message, record, signature))
      .update(this.#coveredData(signature))
      .digest();
    // Truncated MACs are not accepted: the local policy of section 5.2.2.1.
    if (mac.length !== signature.mac.length || !timingSafeEqual(mac, signature.mac)) {
      throw dnsFailure('the TSIG signature of the server is wrong; compare the key with the key on the server');
    }
    if (Math.abs(this.#now() / 1000 - signature.time) > signature.fudge) {
      const seconds = Math.round(Math.abs(this.#now() / 1000 - signature.time));
      throw dnsFailure(
        `the TSIG signature of the server has a time that differs by ${seconds} seconds; the maximum is ${signature.fudge}; synchronize the clocks`,
      );
    }
    this.#previous = mac;
    this.#pending = [];
    this.#isFirst = false;
  }

  get #names() {
    return { name: wireFormatOf(this.#key.name), algorithm: wireFormatOf(this.#key.algorithm) };
  }

  /**
   * The data that a signature covers in addition to the message: all variables for the first message, only the times
   * for later ones.
   */
  #coveredData({ time, fudge }: Signature): Buffer {
    return this.#isFirst ? variables({ ...this.#names, time, fudge }) : timers({ time, fudge });
  }

  #acceptUnsigned(message: DnsMessage): void {
    if (this.#isFirst) throw dnsFailure('the server did not sign its response; expected a TSIG signature');
    this.#pending.push(message.bytes);
    if (this.#pending.length > maxUnsigned) {
      throw dnsFailure(`the server sent more than ${maxUnsigned} messages in a row without a TSIG signature`);
    }
  }

  #assertKey({ algorithm, error }: Signature, name: string): void {
    if (error !== 0) throw dnsFailure(`the server rejected the TSIG signature: ${errorNames[error] ?? error}`);
    if (name !== `${this.#key.name}.` || algorithm !== `${this.#key.algorithm}.`) {
      throw dnsFailure(
        `the server signed with the TSIG key ${name} (${algorithm}); expected ${this.#key.name}. (${this.#key.algorithm}.)`,
      );
    }
  }
}

/** TSIG error codes (RFC 8945, section 3). */
export const TsigError = { BADSIG: 16, BADKEY: 17, BADTIME: 18 } as const;

const errorNames: Readonly<Record<number, string>> = {
  16: 'BADSIG (the secrets differ)',
  17: 'BADKEY (the server does not know the key or its algorithm)',
  18: 'BADTIME (the clocks differ)',
  22: 'BADTRUNC (the MAC is truncated too much)',
};

/** A description of the TSIG error in an unsigned response; undefined if it reports none. */
export function tsigErrorOf(message: DnsMessage): string | undefined {
  const record = message.lastAdditional();
  if (record?.type !== RecordType.TSIG) return undefined;
  const { error } = readSignature(message, record);
  return error === 0 ? undefined : (errorNames[error] ?? String(error));
}

export interface Signature {
  readonly algorithm: string;
  /** Time of the signature, in Unix epoch seconds. */
  readonly time: number;
  /** Permitted difference of the clocks, in seconds. */
  readonly fudge: number;
  readonly mac: Buffer;
  readonly originalId: number;
  readonly error: number;
}

/**
 * Reads the data of a TSIG record (RFC 8945, section 4.2).
 * @throws {DomainError} UPSTREAM_FAILED for a malformed record
 */
export function readSignature(message: DnsMessage, { dataStart, end }: ResourceRecord): Signature {
  const { bytes } = message;
  const { name, end: at } = message.name(dataStart);
  if (at + 10 > end) throw malformedError();
  const size = bytes.readUInt16BE(at + 8);
  const after = at + 10 + size;
  if (after + 6 > end) throw malformedError();
  return {
    algorithm: presentationFormatOf(name),
    time: bytes.readUIntBE(at, 6),
    fudge: bytes.readUInt16BE(at + 6),
    mac: bytes.subarray(at + 10, after),
    originalId: bytes.readUInt16BE(after),
    error: bytes.readUInt16BE(after + 2),
  };
}

/** The message without its TSIG record, as it was signed. */
export function removeSignature({ bytes }: DnsMessage, { start }: ResourceRecord, { originalId }: Signature): Buffer {
  const unsigned = Buffer.from(bytes.subarray(0, start));
  unsigned.writeUInt16BE(originalId, 0);
  unsigned.writeUInt16BE(unsigned.readUInt16BE(10) - 1, 10);
  return unsigned;
}

/** An HMAC with the algorithm and the secret of a key. */
export function hmacOf({ algorithm, secret }: TsigKey): Hmac {
  return createHmac(tsigAlgorithms[algorithm], Buffer.from(secret, 'base64'));
}

/** Adds the MAC of the previous message to an HMAC; for the first message, that of the query. */
export function addPreviousMac(hmac: Hmac, previous: Buffer): Hmac {
  return hmac.update(uint16(previous.length)).update(previous);
}

/** The fields of a signature except its MAC. Names are in wire format, times in Unix epoch seconds. */
interface SignatureVariables {
  readonly name: Buffer;
  readonly algorithm: Buffer;
  readonly time: number;
  readonly fudge: number;
  /** TSIG error code; default: 0. */
  readonly error?: number;
  /** The time of the server, for the error BADTIME; absent for other errors. */
  readonly serverTime?: number;
}

/** The data that the MAC of a first message covers in addition to the message (RFC 8945, section 4.3.3). */
export function variables(fields: SignatureVariables): Buffer {
  const { name, algorithm, error = 0 } = fields;
  const other = otherDataOf(fields);
  return Buffer.concat([
    ...[name, uint16(anyClass), Buffer.alloc(4), algorithm, timers(fields)],
    ...[uint16(error), uint16(other.length), other],
  ]);
}

/** The data that the MAC of a later message covers in addition to the message. */
export function timers({ time, fudge }: Pick<SignatureVariables, 'time' | 'fudge'>): Buffer {
  return Buffer.concat([timeOf(time), uint16(fudge)]);
}

/** Appends the TSIG record to a message. */
export function appendSignature(message: Buffer, fields: SignatureVariables & { mac: Buffer }): Buffer {
  const { name, algorithm, mac, error = 0 } = fields;
  const other = otherDataOf(fields);
  const data = Buffer.concat([
    ...[algorithm, timers(fields), uint16(mac.length), mac, message.subarray(0, 2)],
    ...[uint16(error), uint16(other.length), other],
  ]);
  const record = [name, uint16(RecordType.TSIG), uint16(anyClass), Buffer.alloc(4), uint16(data.length), data];
  const signed = Buffer.concat([message, ...record]);
  signed.writeUInt16BE(signed.readUInt16BE(10) + 1, 10);
  return signed;
}

function otherDataOf({ serverTime }: SignatureVariables): Buffer {
  return serverTime === undefined ? Buffer.alloc(0) : timeOf(serverTime);
}

function timeOf(seconds: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(seconds, 0, 6);
  return bytes;
}
