import { dateOfMilliseconds } from '../../../../platform/clock.js';
import type { PolicyZone, SecondaryServer } from '../../../../platform/configuration/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { MetricsSource } from '../../../../platform/subgraph.js';
import { countBlockedNames, rpzSeconds } from '../../blocklist/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { selectClients, selectNotifyResults, selectSerials } from '../repository.js';
import { clientState, secondaryState } from '../rules.js';

type DnsSettings = ZoneDependencies['configuration']['dns'];

/**
 * Lists the policy zones of the caller's tenants with their clients, in the order of the settings.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listPolicyZones(
  { database, clock, configuration }: ZoneDependencies,
  request: ZoneRequest,
): Promise<PolicyZoneRecord[]> {
  const zones = zonesOf(configuration.dns, request);
  const now = clock.now();
  return await database.read(request, (sql) => policyZonesIn(sql, { zones, dns: configuration.dns, now }));
}

/**
 * The configured policy zones that the caller may read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function zonesOf({ policyZones }: DnsSettings, { caller }: Pick<ZoneRequest, 'caller'>): readonly PolicyZone[] {
  const { tenants } = authorize(caller, 'brands.read');
  if (tenants === null) return policyZones;
  return policyZones.filter(({ tenantId }) => tenantId !== null && tenants.includes(tenantId));
}

/** The configured policy zones with their clients, for metrics. */
export async function readPolicyZones({
  database,
  clock,
  configuration: { dns },
}: MetricsSource): Promise<PolicyZoneRecord[]> {
  return await database.reserved.guard((sql) => policyZonesIn(sql, { zones: dns.policyZones, dns, now: clock.now() }));
}

/** These policy zones with their clients; `now` is in Unix epoch milliseconds. */
export async function policyZonesIn(
  sql: Executor,
  {
    zones,
    dns,
    now,
  }: { zones: readonly PolicyZone[]; dns: Pick<DnsSettings, 'secondaries' | 'host' | 'port'>; now: number },
): Promise<PolicyZoneRecord[]> {
  if (zones.length === 0) return [];
  const names = zones.map(({ zone }) => zone);
  const tenants = zones.map(({ tenantId }) => tenantId);
  const [serials, clients, notifyResults] = await Promise.all([
    selectSerials(sql, { zones: names, tenants }),
    selectClients(sql, { zones: names, tenants }),
    selectNotifyResults(sql, { zones: names }),
  ]);
  return zones.map((zone, position) => {
    const { serial = 1, firstSerial = 0, isOfAnother = false } = serials[position] ?? {};
    return recordOf(zone, {
      ...{ serial: isOfAnother ? null : serial, firstSerial, now, host: dns.host, port: dns.port },
      clients: clients.filter((client) => client.zone === zone.zone),
      notifyResults: notifyResults.filter((result) => result.zone === zone.zone),
      secondaries: dns.secondaries.filter((secondary) => secondary.zone === zone.zone),
    });
  });
}

/** The stored data and the settings of a zone. */
interface ZoneData {
  readonly serial: number | null;
  readonly firstSerial: number;
  readonly now: number;
  readonly host: string;
  readonly port: number;
  readonly clients: Awaited<ReturnType<typeof selectClients>>;
  readonly notifyResults: Awaited<ReturnType<typeof selectNotifyResults>>;
  readonly secondaries: readonly SecondaryServer[];
}

/** A configured policy zone with its clients. Its serial is null if another process serves it for another tenant. */
export type PolicyZoneRecord = ReturnType<typeof recordOf>;

function recordOf({ zone, tenantId, key }: PolicyZone, data: ZoneData) {
  const { serial, clients, host, port } = data;
  // The source addresses of rejected queries may be spoofed, so these queries are counted per zone, in a row without
  // an address.
  const rejected = clients.find(({ address }) => address === '');
  const transferred = clients.filter(({ address }) => address !== '').flatMap((client) => clientOf(client, data));
  return {
    ...{ name: zone, tenantId, key, host, port, serial, clients: transferred },
    changedAt: serial === null || serial === 1 ? null : new Date(serial * 1000),
    secondaries: data.secondaries.map((secondary) => secondaryOf(secondary, data)),
    rejectedQueries: rejected?.rejections ?? 0,
    lastRejection: rejected?.lastRejection ?? null,
    rejectedAt: dateOfMilliseconds(rejected?.rejectedAt),
  };
}

function clientOf(client: ZoneData['clients'][number], { serial, firstSerial, now }: ZoneData) {
  const { address, transferredAt, requestedAt, fullTransfers, incrementalTransfers } = client;
  if (client.serial === null || transferredAt === null) return [];
  // A client with a serial from before the zone had its current tenant lacks the change of the tenant.
  const missedSerial = client.serial < firstSerial ? firstSerial : client.missedSerial;
  const newest = { serial: serial ?? client.serial, now, refreshSeconds: rpzSeconds.refresh };
  return [
    {
      ...{ address, serial: client.serial, fullTransfers, incrementalTransfers },
      state: clientState({ ...client, missedSerial }, newest),
      transferredAt: new Date(transferredAt),
      requestedAt: new Date(requestedAt ?? transferredAt),
    },
  ];
}

function secondaryOf({ address, port }: SecondaryServer, { serial, clients, notifyResults }: ZoneData) {
  const result = notifyResults.find((each) => each.address === address && each.port === port);
  return {
    ...{ address, port, state: secondaryState(result, { serial: serial ?? 0 }) },
    hasTransferred: clients.some((client) => client.address === address),
    confirmedSerial: result?.serial ?? null,
    error: result?.error ?? null,
    notifiedAt: dateOfMilliseconds(result?.endedAt),
    messageCount: result?.messages ?? 0,
  };
}

/** The number of names that each of these zones blocks; the caller must be permitted to read them. */
export async function nameCountsOf(
  { database, configuration }: ZoneDependencies,
  request: ZoneRequest,
  names: readonly string[],
): Promise<number[]> {
  const zones = zonesOf(configuration.dns, request);
  const tenants = names.map((name) => zones.find(({ zone }) => zone === name)?.tenantId ?? null);
  const counts = await database.read(request, (sql) => countBlockedNames(sql, tenants));
  return names.map((_, position) => counts[position] ?? 0);
}
