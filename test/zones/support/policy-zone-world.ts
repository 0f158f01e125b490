import { once } from 'node:events';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { silentLog } from '../../../platform/log.js';
import { watchBrands } from '../../../subgraphs/zones/brands/index.js';
import { serveDns } from '../../../subgraphs/zones/policy-zones/index.js';
import { zoneDependencies } from '../../../subgraphs/zones/service.js';
import { startZonesServer, type ZonesServer } from '../../rest/support/zones-server.js';
import { freePort } from '../../support/free-port.js';
import { transferKey } from './name-server.js';

export interface PolicyZoneWorld {
  readonly server: ZonesServer;
  readonly port: number;
  /** Ports of the servers that are notified of changes of `rpz.example` and of `local.example`. */
  readonly notifiedPorts: readonly number[];
  addBrand(name: string, tenantId: string): Promise<string>;
  /** Makes all brands block new names of a kind without a decision. */
  autoBlock(kind: string): Promise<void>;
  /** Compares new names with the brands. */
  watch(): Promise<void>;
  /** Sets the status of the hits with these names, as a decision does. */
  triage(status: string, ...names: string[]): Promise<void>;
  /**
   * The records of the block list that is downloaded for a zone, as the records of that zone. `query` restricts the
   * list.
   */
  file(zone: string, query?: string): Promise<string[]>;
  /** Serves the zones. The returned function ends this. */
  serve(): Promise<() => void>;
}

/**
 * A server with hits of two tenants, and with policy zones: `rpz.example` with all hits, `acme.example` with those of
 * one tenant and a key, `local.example` without a key.
 */
export async function startPolicyZoneWorld(adminToken: string): Promise<PolicyZoneWorld> {
  const [port, first, second] = [await freePort(), await freePort(), await freePort()];
  const server = await startZonesServer({
    RAMPART_DNS_PORT: String(port),
    RAMPART_DNS_POLICY_ZONES: `${transferKey.name}@rpz.example,${transferKey.name}@acme.example=acme,local.example`,
    RAMPART_DNS_SECONDARIES: `rpz.example=127.0.0.1:${first},local.example=127.0.0.1:${second}`,
    RAMPART_ZONES_TSIG_KEYS: `${transferKey.name}:${transferKey.secret},other.key:${transferKey.secret}`,
  });
  const { testDatabase, clock } = server;
  const { database, configuration } = testDatabase;
  const watch = () => watchBrands({ database, clock });
  return {
    ...{ server, port, notifiedPorts: [first, second] },
    async addBrand(name, tenantId) {
      const document = 'mutation ($input: AddBrandInput!) { addBrand(input: $input) { brand { id } } }';
      const { addBrand } = await server.administer(document, { input: { name, tenantId } });
      await watch();
      return (addBrand as { brand: { id: string } }).brand.id;
    },
    watch,
    async autoBlock(kind) {
      const { brands } = await server.administer('{ brands { id } }');
      const document = 'mutation ($input: UpdateBrandInput!) { updateBrand(input: $input) { brand { id } } }';
      for (const { id } of brands as { id: string }[]) {
        await server.administer(document, { input: { id, autoBlockKinds: [kind] } });
      }
    },
    async triage(status, ...names) {
      await database.sql`update zones.brand_hit set status = ${status}::text::zones.brand_hit_status,
        is_auto_blocked = false
        from zones.zone where zone.id = zone_id and label || suffix = any(${names})`;
    },
    async file(zone, query = '') {
      const headers = { authorization: `Bearer ${adminToken}` };
      const response = await server.fetch(`/api/brands/blocklist?format=rpz${query}`, { headers });
      return recordsOfFile(await response.text(), zone);
    },
    async serve() {
      const dependencies = zoneDependencies({ configuration, database, clock, log: silentLog });
      const stop = serveDns(dependencies, { onNotify: async () => false });
      await vi.waitUntil(() => isListening(port), { timeout: 60_000 });
      return stop;
    },
  };
}

/** Whether a server accepts connections. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return connected;
}

/** The records of the file of a zone in the notation of dig, in order. */
function recordsOfFile(text: string, zone: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^[;$]/.test(line))
    .map((line) => line.replace(/^(\S+) /, (_, owner: string) => `${owner === '@' ? '' : `${owner}.`}${zone}. 60 IN `))
    .sort();
}
