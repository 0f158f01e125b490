import {
  type DnsMessage,
  internetClass,
  RecordType,
  type ResourceRecord,
  type StartOfAuthority,
} from '../../dns/index.js';
import { type Name, nameOf, presentationFormatOf, relativeName } from '../../imports/index.js';
import { sourceFailure } from '../upstream/failure.js';
import { Exchange, type TransferServer } from './exchange.js';

/** The parts of a transferred record that an import needs. */
export type TransferRecord =
  | { readonly kind: 'soa'; readonly soa: StartOfAuthority }
  | { readonly kind: 'delegation'; readonly label: string; readonly nameserver: string }
  | { readonly kind: 'other' };

const other: TransferRecord = { kind: 'other' };

/**
 * Queries the SOA record of a zone.
 * @throws {DomainError} UPSTREAM_FAILED
 */
export async function querySoa(server: TransferServer): Promise<StartOfAuthority> {
  const exchange = new Exchange(server, { type: RecordType.SOA });
  const zone = nameOf(server.zone);
  for await (const message of exchange.messages()) {
    exchange.assertComplete();
    for (const record of message.answers()) {
      if (record.type === RecordType.SOA && presentationFormatOf(record.owner) === presentationFormatOf(zone))
        return message.startOfAuthority(record);
    }
    break;
  }
  throw sourceFailure(
    `${server.host} returned no SOA record for ${server.zone === '' ? 'the root zone' : server.zone}`,
  );
}

/** The records of an incremental transfer, in order. */
export class TransferRecords {
  readonly #exchange: Exchange;
  readonly #records: AsyncGenerator<TransferRecord>;

  constructor(server: TransferServer, query: { type: number; serial: number }) {
    this.#exchange = new Exchange(server, query);
    this.#records = this.#read(server.zone);
  }

  /** Number of bytes received. */
  get bytes(): number {
    return this.#exchange.bytes;
  }

  /**
   * Reads the next record.
   * @throws {DomainError} UPSTREAM_FAILED, including when the server has ended the transfer
   */
  async next(): Promise<TransferRecord> {
    const next = await this.#records.next();
    if (next.done === true) throw sourceFailure('the server ended the transfer before the final SOA record');
    return next.value;
  }

  /**
   * Ends a transfer after its last record.
   * @throws {DomainError} UPSTREAM_FAILED if the last message is not signed
   */
  async end(): Promise<void> {
    this.#exchange.assertComplete();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#records.return(undefined);
  }

  async *#read(zone: string): AsyncGenerator<TransferRecord> {
    for await (const message of this.#exchange.messages()) yield* recordsOf(message, zone);
  }
}

/**
 * The records of a message of a transfer.
 * @throws {DomainError} UPSTREAM_FAILED for a record outside of the zone, of another class than IN, or malformed
 */
export function* recordsOf(message: DnsMessage, zone: string): Generator<TransferRecord> {
  const origin = nameOf(zone);
  for (const record of message.answers()) yield transferRecordOf(message, record, origin);
}

function transferRecordOf(message: DnsMessage, record: ResourceRecord, zone: Name): TransferRecord {
  const { owner, type } = record;
  if (record.class !== internetClass)
    throw sourceFailure(`the transfer contains a record of the class ${record.class}, not IN (${internetClass})`);
  const label = relativeName(owner, zone);
  if (label === undefined)
    throw sourceFailure(`the transfer contains a record of ${presentationFormatOf(owner)}, outside of the zone`);
  if (type === RecordType.SOA) {
    if (label !== '')
      throw sourceFailure(
        `the transfer contains an SOA record of ${presentationFormatOf(owner)}, which is not the zone`,
      );
    return { kind: 'soa', soa: message.startOfAuthority(record) };
  }
  // NS records at the apex belong to the zone itself.
  if (type !== RecordType.NS || label === '') return other;
  return { kind: 'delegation', label, nameserver: presentationFormatOf(message.name(record.dataStart).name) };
}
