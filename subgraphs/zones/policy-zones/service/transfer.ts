import type { TransactionSql } from 'postgres';
import type { PolicyZone } from '../../../../platform/configuration/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { type BlockListChanges, blockedNames, blockListChanges } from '../../blocklist/index.js';
import type { TransferWriter } from '../dns/transfer-writer.js';
import { claimZone, selectSerials } from '../repository.js';
import { type DnsServer, type Exchange, scopeOfZone } from './context.js';

interface Transfer {
  readonly server: DnsServer;
  readonly zone: PolicyZone;
  readonly writer: TransferWriter;
  readonly exchange: Exchange;
}

/** The current and the first serial of a zone. */
interface ZoneSerials {
  readonly serial: number;
  /**
   * The first serial with the hits of the zone's tenant. Changes since older serials would mix the lists of two
   * tenants.
   */
  readonly firstSerial: number;
}

/**
 * The serial of a zone.
 * @throws {DomainError} CONFLICT if another process serves it with the hits of another tenant
 */
export async function readSerial({ dependencies }: Pick<DnsServer, 'dependencies'>, zone: PolicyZone): Promise<number> {
  return (await dependencies.database.guard((sql) => serialsOf(sql, zone))).serial;
}

/** Claims the configured zones for their tenants: other processes no longer serve them for other tenants. */
export async function claimZones({ dependencies }: DnsServer): Promise<void> {
  const { database, configuration } = dependencies;
  for (const { zone, tenantId } of configuration.dns.policyZones) {
    await database.guard((sql) => claimZone(sql, { zone, tenantId }));
  }
}

async function serialsOf(sql: Executor, zone: PolicyZone): Promise<ZoneSerials> {
  const [serials] = await selectSerials(sql, { zones: [zone.zone], tenants: [zone.tenantId] });
  const { serial, firstSerial, isOfAnother } = serials ?? { serial: 1, firstSerial: 0, isOfAnother: false };
  if (isOfAnother) {
    throw new DomainError(
      'CONFLICT',
      `another process serves the zone ${zone.zone} for another tenant; compare [dns] policy_zones of the processes`,
    );
  }
  return { serial, firstSerial };
}

/** Sends the whole zone (RFC 5936, section 2.2) from one snapshot of the database. */
export async function sendZone(transfer: Transfer): Promise<void> {
  await runInSnapshot(transfer, async (sql, { serial }) => await sendAll(transfer, sql, serial));
}

/** Sends the changes since a serial (RFC 1995); the whole zone if they are not stored, or there are too many. */
export async function sendChanges(transfer: Transfer, fromSerial: number): Promise<void> {
  const scope = scopeOfZone(transfer.zone);
  await runInSnapshot(transfer, async (sql, { serial, firstSerial }) => {
    if (isSameOrNewer(fromSerial, serial))
      return await sendDifference(transfer, { fromSerial, serial, changes: undefined });
    const changes = fromSerial < firstSerial ? undefined : await blockListChanges(sql, { scope, serial: fromSerial });
    if (changes === undefined) await sendAll(transfer, sql, serial);
    else await sendDifference(transfer, { fromSerial, serial, changes });
  });
}

async function sendAll(transfer: Transfer, sql: TransactionSql, serial: number): Promise<void> {
  const { server, zone, writer, exchange } = transfer;
  await writer.addAuthority(serial);
  await writer.addNameserver();
  for await (const names of blockedNames(sql, scopeOfZone(zone), exchange.signal)) await writer.addNames(names);
  await writer.addAuthority(serial);
  await writer.end();
  server.clients.recordTransfer({ zone: zone.zone, address: exchange.address, serial, isFull: true });
}

/**
 * Sends the changes. Without any (`changes` is undefined), the response is only the newest SOA record, and does not
 * count as a transfer.
 */
async function sendDifference(
  { server, zone, writer, exchange }: Transfer,
  { fromSerial, serial, changes }: { fromSerial: number; serial: number; changes: BlockListChanges | undefined },
): Promise<void> {
  await writer.addAuthority(serial);
  if (changes !== undefined) {
    await writer.addAuthority(fromSerial);
    await writer.addNames(changes.removed);
    await writer.addAuthority(serial);
    await writer.addNames(changes.added);
    await writer.addAuthority(serial);
  }
  await writer.end();
  if (changes !== undefined) {
    server.clients.recordTransfer({ zone: zone.zone, address: exchange.address, serial, isFull: false });
  }
}

/** Runs a function with the serials of the zone in one snapshot of the database. */
async function runInSnapshot(
  { server, zone, exchange }: Transfer,
  work: (sql: TransactionSql, serials: ZoneSerials) => Promise<void>,
): Promise<void> {
  await server.transfers.run(async () => {
    exchange.signal.throwIfAborted();
    await server.dependencies.database.transaction(async (sql) => {
      await sql`set transaction isolation level repeatable read, read only`;
      await work(sql, await serialsOf(sql, zone));
    });
  });
}

/** Whether a serial is the same as a reference or newer, by serial number arithmetic (RFC 1982). */
function isSameOrNewer(serial: number, reference: number): boolean {
  return ((serial - reference) | 0) >= 0;
}
