import { internetClass, type Question, RecordType, uint16, wireFormatOf } from './message.js';

/**
 * Maximum size in bytes of a message of a transfer, without its signature. Below 2^14, so a compression pointer can
 * refer to any name of the message (RFC 1035, section 4.1.4).
 */
export const maxMessageBytes = 16_000;

const headerLength = 12;
const authoritativeFlag = 0x0400;
const responseFlag = 0x8000;
/** A pointer to the name of the question, which follows the header. */
const questionPointer = uint16(0xc000 | headerLength);

export interface ResponseHeader {
  readonly id: number;
  readonly opcode: number;
  readonly code: number;
  readonly isAuthoritative: boolean;
  /** The question of the query; undefined if it cannot be read. */
  readonly question: Question | undefined;
}

/** Writes a response, whose records have owners at or below the name of the question. */
export class MessageWriter {
  readonly #parts: Buffer[];
  #size: number;
  #answers = 0;
  #additional = 0;

  constructor(header: ResponseHeader) {
    const { id, opcode, code, question } = header;
    const flags = responseFlag | (opcode << 11) | (header.isAuthoritative ? authoritativeFlag : 0) | code;
    const start = Buffer.alloc(headerLength);
    start.writeUInt16BE(id, 0);
    start.writeUInt16BE(flags, 2);
    start.writeUInt16BE(question === undefined ? 0 : 1, 4);
    this.#parts = [start];
    if (question !== undefined) this.#parts.push(question.bytes);
    this.#size = headerLength + (question?.bytes.length ?? 0);
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Adds a record to the answer section.
   * @param owner relative to the name of the question, without a trailing dot; empty for that name itself
   */
  add(owner: string, record: { type: number; ttl: number; data: Buffer }): void {
    const labels = owner === '' ? Buffer.alloc(0) : wireFormatOf(owner).subarray(0, -1);
    this.#addRecord(Buffer.concat([labels, questionPointer]), record);
  }

  /** Adds CNAME records with the target `.`, for a name and for all names below it (RPZ action NXDOMAIN). */
  addBlocked(name: string, ttl: number): void {
    const record = { type: RecordType.CNAME, ttl, data: Buffer.from([0]) };
    const start = this.#size;
    this.add(name, record);
    this.#addRecord(Buffer.concat([Buffer.from('\x01*', 'latin1'), uint16(0xc000 | start)]), record);
  }

  /**
   * Adds the OPT record, which announces support of EDNS (RFC 6891, section 6.1.2).
   * @param udpBytes maximum size of a UDP message that the sender reads
   */
  addEdns(udpBytes: number): void {
    const record = Buffer.concat([Buffer.from([0]), uint16(RecordType.OPT), uint16(udpBytes), Buffer.alloc(6)]);
    this.#append(record);
    this.#additional++;
  }

  finish(): Buffer {
    const message = Buffer.concat(this.#parts, this.#size);
    message.writeUInt16BE(this.#answers, 6);
    message.writeUInt16BE(this.#additional, 10);
    return message;
  }

  #addRecord(owner: Buffer, { type, ttl, data }: { type: number; ttl: number; data: Buffer }): void {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt16BE(internetClass, 2);
    fixed.writeUInt32BE(ttl, 4);
    fixed.writeUInt16BE(data.length, 8);
    this.#append(owner, fixed, data);
    this.#answers++;
  }

  #append(...parts: readonly Buffer[]): void {
    this.#parts.push(...parts);
    for (const { length } of parts) this.#size += length;
  }
}
