import { isIP } from 'node:net';
import { canonicalAddress } from '../canonical-address.js';
import { type Details, listFormat, type Setting, splitList } from './setting.js';
import type { TsigKey } from './zone-sources.js';

/** A response policy zone that this instance serves. */
export interface PolicyZone {
  /** Name of the zone in lower case, without a trailing dot; at most 50 characters, so blocked names fit below it. */
  readonly zone: string;
  /** Name of the TSIG key in `tsig_keys`, in lower case; null: the zone is served to this machine only. */
  readonly key: string | null;
  /** Tenant whose brand hits the zone contains; null: the hits of all brands. */
  readonly tenantId: string | null;
}

/** A server that is notified of changes of a policy zone. */
export interface SecondaryServer {
  readonly zone: string;
  /** IPv4 or IPv6 address of the server. */
  readonly address: string;
  readonly port: number;
}

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const zoneName = `${label}(?:\\.${label})*`;
const zonePattern = new RegExp(`^(?:(?<key>[^@=]+)@)?(?<zone>${zoneName})\\.?(?:=(?<tenant>.+))?$`, 'i');
const secondaryPattern = new RegExp(
  `^(?<zone>${zoneName})\\.?=(?:\\[(?<v6>[0-9a-f:.]+)\\](?::(?<v6port>\\d+))?|(?<v4>[0-9.]+)(?::(?<v4port>\\d+))?)$`,
  'i',
);
const maxZoneLength = 50;

/** Policy zones as `[KEY@]ZONE[=TENANT]`, separated by commas or spaces; may be empty. */
export function policyZones(details: Details<readonly PolicyZone[]>): Setting<readonly PolicyZone[]> {
  function parse(input: string): readonly PolicyZone[] {
    const zones = splitList(input).map(policyZone);
    const duplicate = zones.find(({ zone }, index) => zones.findIndex((other) => other.zone === zone) !== index);
    if (duplicate !== undefined) throw new Error(`must not contain the zone ${duplicate.zone} twice`);
    return zones;
  }
  return { secret: false, ...details, parse, format: listFormat(formatPolicyZone) };
}

function policyZone(input: string): PolicyZone {
  const { key, zone, tenant } = zonePattern.exec(input)?.groups ?? {};
  if (zone === undefined || zone.length > maxZoneLength) {
    throw new Error(
      `must be [KEY@]ZONE[=TENANT] such as key@rpz.example, with at most ${maxZoneLength} characters in ZONE: ${input}`,
    );
  }
  return {
    zone: zone.toLowerCase(),
    key: key === undefined ? null : key.toLowerCase().replace(/\.$/, ''),
    tenantId: tenant ?? null,
  };
}

function formatPolicyZone({ zone, key, tenantId }: PolicyZone): string {
  return `${key === null ? '' : `${key}@`}${zone}${tenantId === null ? '' : `=${tenantId}`}`;
}

/** Secondary servers as `ZONE=ADDRESS[:PORT]`, separated by commas or spaces; may be empty. */
export function secondaryServers(details: Details<readonly SecondaryServer[]>): Setting<readonly SecondaryServer[]> {
  function parse(input: string): readonly SecondaryServer[] {
    return splitList(input).map(secondaryServer);
  }
  return { secret: false, ...details, parse, format: listFormat(formatSecondaryServer) };
}

function formatSecondaryServer({ zone, address, port }: SecondaryServer): string {
  return `${zone}=${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

function secondaryServer(input: string): SecondaryServer {
  const { zone, v4, v4port, v6, v6port } = secondaryPattern.exec(input)?.groups ?? {};
  const address = v6 ?? v4 ?? '';
  const port = Number(v6port ?? v4port ?? 53);
  if (zone === undefined || isIP(address) !== (v6 === undefined ? 4 : 6) || port < 1 || port > 65_535) {
    throw new Error(`must be ZONE=ADDRESS[:PORT] such as rpz.example=192.0.2.53, with an IP address: ${input}`);
  }
  return { zone: zone.toLowerCase(), address: canonicalAddress(address), port };
}

/** Checks the policy zone settings against each other, and returns each problem as a sentence. */
export function problemsOfPolicyZones(
  dns: { readonly policyZones: readonly PolicyZone[]; readonly secondaries: readonly SecondaryServer[] },
  { tsigKeys }: { readonly tsigKeys: readonly TsigKey[] },
): string[] {
  const unknownKeys = dns.policyZones.flatMap(({ zone, key }) =>
    key === null || tsigKeys.some(({ name }) => name === key)
      ? []
      : [`[dns] policy_zones: the key ${key} of the zone ${zone} is not defined; add it to [zones] tsig_keys`],
  );
  const unknownZones = dns.secondaries.flatMap(({ zone, address }) =>
    dns.policyZones.some((served) => served.zone === zone)
      ? []
      : [`[dns] secondaries: the zone ${zone} of ${address} is not defined; add it to policy_zones`],
  );
  return [...unknownKeys, ...unknownZones];
}
