import { rpzSeconds } from '../../blocklist/index.js';
import { MessageWriter, maxMessageBytes, Opcode, type Question, RecordType, wireFormatOf } from '../../dns/index.js';

/** Maximum size of the two records of a name, in bytes. */
const reservedBytes = 300;

/** Writes the records of a response, and sends each message when it is full. */
export class TransferWriter {
  readonly #begin: () => MessageWriter;
  readonly #send: (message: Buffer) => Promise<void>;
  #message: MessageWriter;

  constructor(options: {
    id: number;
    question: Question;
    hasEdns: boolean;
    send(message: Buffer): Promise<void>;
  }) {
    const { id, question, hasEdns, send } = options;
    this.#begin = () => {
      return new MessageWriter({ id, question, opcode: Opcode.QUERY, code: 0, isAuthoritative: true });
    };
    this.#message = this.#begin();
    this.#hasEdns = hasEdns;
    this.#send = send;
  }
  #hasEdns: boolean;

  async addAuthority(serial: number): Promise<void> {
    await this.#makeRoom();
    this.#message.add('', { type: RecordType.SOA, ttl: rpzSeconds.ttl, data: authorityData(serial) });
  }

  async addNameserver(): Promise<void> {
    await this.#makeRoom();
    this.#message.add('', { type: RecordType.NS, ttl: rpzSeconds.ttl, data: wireFormatOf('localhost') });
  }

  async addNames(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.#makeRoom();
      this.#message.addBlocked(name, rpzSeconds.ttl);
    }
  }

  /** Sends the current message, which is the last one unless records follow. */
  async end(): Promise<void> {
    if (this.#hasEdns) this.#message.addEdns(maxUdpBytes);
    this.#hasEdns = false;
    await this.#send(this.#message.finish());
  }

  async #makeRoom(): Promise<void> {
    if (this.#message.size + reservedBytes <= maxMessageBytes) return;
    await this.end();
    this.#message = this.#begin();
  }
}

/** Maximum size of UDP messages that this server reads, in bytes, as it announces by EDNS. */
export const maxUdpBytes = 1232;

/** The data of the SOA record, as in the block list of the format `rpz`. */
function authorityData(serial: number): Buffer {
  const { refresh, retry, expire, ttl } = rpzSeconds;
  const numbers = Buffer.alloc(20);
  for (const [index, value] of [serial, refresh, retry, expire, ttl].entries()) numbers.writeUInt32BE(value, index * 4);
  return Buffer.concat([wireFormatOf('localhost'), wireFormatOf('hostmaster.localhost'), numbers]);
}
