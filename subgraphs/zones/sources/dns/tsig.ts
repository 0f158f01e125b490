import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { type TsigKey, tsigAlgorithms } from '../../../../platform/configuration/index.js';
import { textOf } from '../../imports/index.js';
import { sourceFailure } from '../upstream/failure.js';
import { type DnsMessage, malformed, RecordType, type ResourceRecord, u16, wireFormOf } from './message.js';

const anyClass = 255;
/** Permitted difference of the clocks, in seconds (RFC 8945, section 10). */
const fudgeSeconds = 300;
/** Maximum number of messages without a signature in a row (RFC 8945, section 5.3.1). */
const maxUnsigned = 99;

/** Signs a query, and verifies the messages of its response (RFC 8945). */
export class TsigSession {
  readonly #key: TsigKey;
  readonly #now: () => number;
  /** MAC of the query, then of the last message with a signature. */
  #previous: Buffer = Buffer.alloc(0);
  /** Messages since then, which the next signature covers. */
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
    const name = wireFormOf(this.#key.name);
    const algorithm = wireFormOf(this.#key.algorithm);
    const mac = this.#hmac()
      .update(query)
      .update(variables({ name, algorithm, time, fudge: fudgeSeconds }))
      .digest();
    this.#previous = mac;
    const times = [timeOf(time), u16(fudgeSeconds)];
    const data = Buffer.concat([algorithm, ...times, u16(mac.length), mac, query.subarray(0, 2), u16(0), u16(0)]);
    const record = [name, u16(RecordType.TSIG), u16(anyClass), Buffer.alloc(4), u16(data.length), data];
    const signed = Buffer.concat([query, ...record]);
    signed.writeUInt16BE(signed.readUInt16BE(10) + 1, 10);
    return signed;
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
    this.#assertKey(signature, textOf(record.owner));
    const hmac = this.#hmac().update(u16(this.#previous.length)).update(this.#previous);
    for (const pending of this.#pending) hmac.update(pending);
    const mac = hmac
      .update(withoutSignature(message, record, signature))
      .update(this.#covered(signature))
      .digest();
    // Truncated MACs are not accepted: the local policy of section 5.2.2.1.
    if (mac.length !== signature.mac.length || !timingSafeEqual(mac, signature.mac)) {
      throw sourceFailure('the TSIG signature of the server is wrong; compare the key with that of the server');
    }
    if (Math.abs(this.#now() / 1000 - signature.time) > signature.fudge) {
      throw sourceFailure('the TSIG signature of the server is too old or too new; compare the clocks');
    }
    this.#previous = mac;
    this.#pending = [];
    this.#isFirst = false;
  }

  #hmac(): Hmac {
    return createHmac(tsigAlgorithms[this.#key.algorithm], Buffer.from(this.#key.secret, 'base64'));
  }

  /** The first message is signed with all variables, later ones with their times only. */
  #covered({ time, fudge }: Signature): Buffer {
    if (!this.#isFirst) return Buffer.concat([timeOf(time), u16(fudge)]);
    const name = wireFormOf(this.#key.name);
    return variables({ name, algorithm: wireFormOf(this.#key.algorithm), time, fudge });
  }

  #acceptUnsigned(message: DnsMessage): void {
    if (this.#isFirst) throw sourceFailure('the server does not sign its response (TSIG)');
    this.#pending.push(message.bytes);
    if (this.#pending.length > maxUnsigned) throw sourceFailure('the server signs too few messages (TSIG)');
  }

  #assertKey({ algorithm, error }: Signature, name: string): void {
    if (error !== 0) throw sourceFailure(`the server rejects the TSIG signature: ${errorNames[error] ?? error}`);
    if (name !== `${this.#key.name}.` || algorithm !== `${this.#key.algorithm}.`) {
      throw sourceFailure('the server signs with another TSIG key or algorithm');
    }
  }
}

const errorNames: Readonly<Record<number, string>> = {
  16: 'BADSIG (the secret differs)',
  17: 'BADKEY (it does not know the key, or its algorithm)',
  18: 'BADTIME (the clocks differ)',
  22: 'BADTRUNC',
};

/** What a TSIG error of an unsigned response means; undefined if it has none. */
export function tsigErrorOf(message: DnsMessage): string | undefined {
  const record = message.lastAdditional();
  if (record?.type !== RecordType.TSIG) return undefined;
  const { error } = readSignature(message, record);
  return error === 0 ? undefined : (errorNames[error] ?? String(error));
}

interface Signature {
  readonly algorithm: string;
  /** Unix epoch seconds. */
  readonly time: number;
  readonly fudge: number;
  readonly mac: Buffer;
  readonly originalId: number;
  readonly error: number;
}

function readSignature(message: DnsMessage, { dataStart, end }: ResourceRecord): Signature {
  const { bytes } = message;
  const { name, end: at } = message.name(dataStart);
  if (at + 10 > end) throw malformed();
  const size = bytes.readUInt16BE(at + 8);
  const after = at + 10 + size;
  if (after + 6 > end) throw malformed();
  return {
    algorithm: textOf(name),
    time: bytes.readUIntBE(at, 6),
    fudge: bytes.readUInt16BE(at + 6),
    mac: bytes.subarray(at + 10, after),
    originalId: bytes.readUInt16BE(after),
    error: bytes.readUInt16BE(after + 2),
  };
}

/** The message as it was before it was signed. */
function withoutSignature({ bytes }: DnsMessage, { start }: ResourceRecord, { originalId }: Signature): Buffer {
  const unsigned = Buffer.from(bytes.subarray(0, start));
  unsigned.writeUInt16BE(originalId, 0);
  unsigned.writeUInt16BE(unsigned.readUInt16BE(10) - 1, 10);
  return unsigned;
}

function variables(of: { name: Buffer; algorithm: Buffer; time: number; fudge: number }): Buffer {
  const { name, algorithm, time, fudge } = of;
  return Buffer.concat([name, u16(anyClass), Buffer.alloc(4), algorithm, timeOf(time), u16(fudge), u16(0), u16(0)]);
}

function timeOf(seconds: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(seconds, 0, 6);
  return bytes;
}
