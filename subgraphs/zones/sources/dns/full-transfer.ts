import { DnsMessage, frames, RecordType, uint16 } from '../../dns/index.js';
import {
  type DelegationBatch,
  DelegationCollector,
  type DelegationReading,
  Spool,
  type ZoneTransfer,
} from '../../imports/index.js';
import { sourceFailure } from '../upstream/failure.js';
import { Exchange, type TransferServer } from './exchange.js';
import { recordsOf } from './transfer.js';

/** Minimum number of delegations of a batch, except the last one. */
const batchSize = 4096;

interface ReceiveOptions {
  readonly maxBytes: number;
  readonly onProgress: (progress: { bytes: number; size: null }) => void;
}

/**
 * A received transfer of a whole zone (RFC 5936, section 2.2), which begins and ends with the same SOA record. It is
 * stored before it is imported, because servers abort a transfer whose receiver pauses; Knot DNS does so after half a
 * second.
 */
export class FullTransfer implements ZoneTransfer {
  /** The received messages, each preceded by its length. */
  readonly #messages: Spool;
  /** Name of the zone without a trailing dot. */
  readonly #zone: string;

  private constructor(zone: string, messages: Spool) {
    this.#zone = zone;
    this.#messages = messages;
  }

  /**
   * Receives a transfer and stores its messages.
   * @throws {DomainError} UPSTREAM_FAILED for an incomplete or unsigned transfer, and for one that is too large
   */
  static async receive(server: TransferServer, { maxBytes, onProgress }: ReceiveOptions): Promise<FullTransfer> {
    const exchange = new Exchange(server, { type: RecordType.AXFR });
    const messages = new Spool();
    try {
      let records = 0;
      for await (const message of exchange.messages()) {
        await messages.add(Buffer.concat([uint16(message.bytes.length), message.bytes]));
        if (messages.length > maxBytes)
          throw sourceFailure(`the transfer is larger than ${maxBytes / 1e9} GB; raise [zones] max_download_gigabytes`);
        onProgress({ bytes: exchange.bytes, size: null });
        records += message.answerCount;
        if (records > 1 && message.typeOfLastAnswer() === RecordType.SOA) {
          exchange.assertComplete();
          return new FullTransfer(server.zone, messages);
        }
      }
      throw sourceFailure('the server ended the transfer before the final SOA record');
    } catch (error) {
      await messages.close();
      throw error;
    }
  }

  read(): DelegationReading {
    return new TransferReading(this.#zone, this.#messages);
  }

  async close(): Promise<void> {
    await this.#messages.close();
  }
}

class TransferReading implements DelegationReading {
  bytes = 0;
  records = 0;
  serial: number | undefined;
  readonly #zone: string;
  readonly #messages: Spool;

  constructor(zone: string, messages: Spool) {
    this.#zone = zone;
    this.#messages = messages;
  }

  async *batches(): AsyncGenerator<DelegationBatch> {
    const out = new DelegationCollector();
    for await (const bytes of frames(this.#messages.read())) {
      this.bytes += bytes.length;
      this.#collect(new DnsMessage(bytes), out);
      if (out.count >= batchSize) yield out.take();
    }
    yield out.end();
  }

  #collect(message: DnsMessage, out: DelegationCollector): void {
    for (const record of recordsOf(message, this.#zone)) {
      if (record.kind === 'soa') {
        const { serial } = record.soa;
        this.serial ??= serial;
        if (serial !== this.serial) {
          throw sourceFailure(`the zone changed during its transfer, from the serial ${this.serial} to ${serial}`);
        }
        // The last record repeats the first one.
        if (this.records > 0) return;
      }
      if (this.records === 0 && record.kind !== 'soa') {
        throw sourceFailure('the transfer does not begin with an SOA record');
      }
      this.records++;
      if (record.kind === 'delegation') out.add(record.label, record.nameserver);
    }
  }
}
