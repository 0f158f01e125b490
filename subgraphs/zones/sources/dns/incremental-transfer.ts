import { RecordType, type StartOfAuthority } from '../../dns/index.js';
import { type DelegationChanges, isOlder } from '../../imports/index.js';
import { sourceFailure } from '../upstream/failure.js';
import { RejectedQuery, type TransferServer } from './exchange.js';
import { TransferRecords } from './transfer.js';

/** Maximum number of delegations that incremental changes may affect; beyond it, a whole zone takes less memory. */
const maxTouched = 500_000;

/** Codes of servers that do not support incremental transfers: FORMERR, SERVFAIL, NOTIMP, REFUSED. */
const unsupportedCodes: readonly number[] = [1, 2, 4, 5];

/** A server's response to a request for the changes since a serial. */
export type IncrementalResponse =
  | { readonly kind: 'current' }
  | { readonly kind: 'changes'; readonly changes: DelegationChanges }
  /** The whole zone must be requested: the server does not send changes, or there are too many. */
  | { readonly kind: 'unavailable' };

/**
 * Requests the changes since a serial from a server (RFC 1995). If the server does not respond, or begins to send the
 * whole zone instead, the result is `unavailable`, and the caller must request the zone by AXFR
 * ({@link FullTransfer} stores it before the import).
 * @throws {DomainError} UPSTREAM_FAILED
 */
export async function requestChanges(server: TransferServer, serial: number): Promise<IncrementalResponse> {
  const transfer = new TransferRecords(server, { type: RecordType.IXFR, serial });
  try {
    const first = await transfer.next();
    if (first.kind !== 'soa') throw sourceFailure('the transfer does not begin with an SOA record');
    const newest = first.soa;
    if (newest.serial === serial) {
      await transfer.end();
      return { kind: 'current' };
    }
    // The response is this record only, so the next one would never arrive.
    if (isOlder(newest.serial, serial)) {
      throw sourceFailure(
        `${server.host} has the serial ${newest.serial}, which is older than ${serial}; its servers may have different versions of the zone`,
      );
    }
    const second = await transfer.next();
    if (second.kind === 'soa' && second.soa.serial === serial) {
      return { kind: 'changes', changes: await readChanges(transfer, { from: serial, newest }) };
    }
    return { kind: 'unavailable' };
  } catch (error) {
    const isUnsupported = error instanceof RejectedQuery && unsupportedCodes.includes(error.responseCode);
    // Other servers close the connection, or do not respond.
    const isUnanswered = transfer.bytes === 0 && !server.signal.aborted;
    if (isUnsupported || isUnanswered || error instanceof TooManyChanges) return { kind: 'unavailable' };
    throw error;
  } finally {
    await transfer.close();
  }
}

class TooManyChanges extends Error {
  override readonly name = 'TooManyChanges';
}

/**
 * Reads the sequences of differences after the SOA record with the local serial: each has the deleted records, the SOA
 * record of the next serial, and the added records (RFC 1995, section 4).
 */
async function readChanges(
  transfer: TransferRecords,
  { from, newest }: { from: number; newest: StartOfAuthority },
): Promise<DelegationChanges> {
  const changedNames: Map<string, { removed: Set<string>; added: Set<string> }> = new Map();
  let records = 2;
  let serial = from;
  let isAdding = false;
  for (;;) {
    const record = await transfer.next();
    if (record.kind === 'soa') {
      const next = record.soa.serial;
      if (isAdding && next !== serial)
        throw sourceFailure(`the incremental transfer skips from the serial ${serial} to ${next}`);
      if (isAdding && serial === newest.serial) break;
      records++;
      isAdding = !isAdding;
      serial = next;
      continue;
    }
    records++;
    if (record.kind === 'delegation') touch(changedNames, record, isAdding);
    if (changedNames.size > maxTouched) throw new TooManyChanges();
  }
  await transfer.end();
  return { fromSerial: from, serial: newest.serial, records, bytes: transfer.bytes, touched: changedNames };
}

function touch(
  changedNames: Map<string, { removed: Set<string>; added: Set<string> }>,
  { label, nameserver }: { label: string; nameserver: string },
  isAdding: boolean,
): void {
  let changes = changedNames.get(label);
  if (changes === undefined) {
    changes = { removed: new Set(), added: new Set() };
    changedNames.set(label, changes);
  }
  const [target, opposite] = isAdding ? [changes.added, changes.removed] : [changes.removed, changes.added];
  // A record that one sequence deletes and a later one adds again, or the reverse, has not changed.
  if (!opposite.delete(nameserver)) target.add(nameserver);
}
