import type { StartOfAuthority } from '../../dns/index.js';
import { type DelegationBatch, DelegationCollector, type ZoneTransfer } from '../../imports/index.js';
import { sourceFailure } from '../upstream/failure.js';
import type { TransferRecord, TransferRecords } from './transfer.js';

/** Number of delegations after which they are passed on. */
const batchSize = 4096;

/**
 * Reads a whole zone from a transfer (RFC 5936, section 2.2): it begins and ends with the same SOA record. The zone
 * must not be used if reading fails, even at its end: only then are all signatures verified.
 */
export class FullTransfer implements ZoneTransfer {
  records = 1;
  readonly serial: number;
  readonly #transfer: TransferRecords;
  readonly #first: TransferRecord | undefined;

  /**
   * @param start the SOA record that was read from the transfer
   * @param first the record after it, if it was read as well
   */
  constructor(transfer: TransferRecords, start: StartOfAuthority, first?: TransferRecord) {
    this.#transfer = transfer;
    this.serial = start.serial;
    this.#first = first;
  }

  get bytes(): number {
    return this.#transfer.bytes;
  }

  async *batches(): AsyncGenerator<DelegationBatch> {
    const out = new DelegationCollector();
    try {
      for (let record = this.#first ?? (await this.#transfer.next()); ; record = await this.#transfer.next()) {
        if (record.kind === 'authority') {
          if (record.authority.serial !== this.serial) throw sourceFailure('the zone changed during its transfer');
          await this.#transfer.end();
          yield out.end();
          return;
        }
        this.records++;
        if (record.kind === 'delegation') out.add(record.label, record.nameserver);
        if (out.count >= batchSize) yield out.take();
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#transfer.close();
  }
}
