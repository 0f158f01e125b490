import { host } from './addresses.js';
import { policyZones, secondaryServers } from './policy-zones.js';
import { flag, integer, type Setting } from './setting.js';

/** Settings for serving policy zones and receiving NOTIFY messages. */
export const dnsSection = {
  host: host({
    default: '127.0.0.1',
    description: 'IP address or hostname to listen on for DNS, if policy_zones or receive_notify is set.',
  }),
  port: integer(
    { minimum: 1, maximum: 65_535 },
    { default: 5300, description: 'UDP and TCP port to listen on for DNS.' },
  ),
  policyZones: policyZones({
    default: [],
    description:
      'Response policy zones (RPZ) with the domain names of blocked brand hits, which resolvers transfer (AXFR, IXFR), separated by commas: [KEY@]ZONE[=TENANT], such as key@rpz.example or key@rpz.acme.example=acme for the brands of one tenant. KEY is the name of a key in [zones] tsig_keys; a zone without a key is transferred only to clients on this machine.',
  }),
  secondaries: secondaryServers({
    default: [],
    description:
      'Secondary servers that are notified of changes to response policy zones (NOTIFY), separated by commas: ZONE=ADDRESS[:PORT], such as rpz.example=192.0.2.53; the default port is 53.',
  }),
  receiveNotify: flag({
    default: false,
    description: 'Whether zones with an axfr source are pulled when their primary server sends NOTIFY.',
  }),
  maxConnections: integer(
    { minimum: 1, maximum: 10_000 },
    { default: 100, description: 'Maximum number of open DNS connections (TCP).' },
  ),
  maxConnectionsPerSource: integer(
    { minimum: 1, maximum: 10_000 },
    { default: 10, description: 'Maximum number of open DNS connections per source address (IPv6: per /64).' },
  ),
  changeDays: integer(
    { minimum: 1, maximum: 3650 },
    {
      default: 30,
      description:
        'Retention of changes to block lists and response policy zones, in days. A client of a response policy zone whose copy is older transfers the whole zone.',
    },
  ),
} as const satisfies Record<string, Setting<unknown>>;
