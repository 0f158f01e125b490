import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { silentLog } from '../../platform/log.js';
import { blockedNames, blockListChanges, selectBlockSerial } from '../../subgraphs/zones/blocklist/index.js';
import { triageHits } from '../../subgraphs/zones/brands/service/hits.js';
import { BrandHitStatus } from '../../subgraphs/zones/brands/vocabulary.js';
import { zoneDependencies } from '../../subgraphs/zones/service.js';
import { adminToken } from '../rest/support/serve-services.js';
import { startPolicyZoneWorld } from './support/policy-zone-world.js';

const { CONFIRMED, OPEN } = BrandHitStatus;

test('each serial has one list, and the changes between two serials lead from one list to the other', async () => {
  const { server, addBrand } = await startPolicyZoneWorld(adminToken);
  const { database, configuration } = server.testDatabase;
  const labels = ['acmebnk', 'acmebamk', 'acmebankk', 'acmeban', 'cmebank', 'aacmebank'];
  await server.importZone('com', Object.fromEntries(labels.map((label) => [`${label}.com`, ['ns1.host.net.']])));
  // Two brands match the same names. A name is on the list while one of its hits is confirmed.
  await addBrand('acmebank', 'acme');
  await addBrand('acmebank', 'globex');
  const hits = await database.sql<{ id: string; tenant_id: string }[]>`select id, tenant_id from zones.brand_hit`;
  expect(hits).toHaveLength(2 * labels.length);
  // Decisions replace automatic blocks.
  await database.sql`update zones.brand_hit set is_auto_blocked = true where label like 'acme%'`;
  const dependencies = zoneDependencies({ configuration, database, clock: server.clock, log: silentLog });
  const { signal } = new AbortController();

  const read = async (scope: { tenants?: string[] }, since?: number) =>
    await database.transaction(async (sql) => {
      await sql`set transaction isolation level repeatable read, read only`;
      const serial = await selectBlockSerial(sql, scope);
      const names: string[] = [];
      for await (const page of blockedNames(sql, scope, signal)) names.push(...page);
      const changes = since === undefined ? undefined : await blockListChanges(sql, { scope, serial: since });
      return { serial, names, changes };
    });

  const received = [new Map<number, string[]>(), new Map<number, string[]>()];
  const isEnough = () => received.every((lists) => lists.size >= 12);
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let round = 0; !isEnough(); round++) {
      const ids = hits.filter((_hit, index) => (index * 7 + round * 3 + writer) % 4 === 0).map(({ id }) => id);
      const status = ((round >> 2) + (writer >> 1)) % 2 === 0 ? CONFIRMED : OPEN;
      await triageHits(dependencies, localRequest, { ids: ids.sort(), status });
    }
  });
  const readers = [{}, { tenants: ['acme'] }].map(async (scope, index) => {
    const lists = received[index] ?? new Map<number, string[]>();
    let before: Awaited<ReturnType<typeof read>> | undefined;
    while (!isEnough()) {
      const now = await read(scope, before?.serial);
      const recorded = lists.get(now.serial);
      if (recorded !== undefined) expect(now.names).toEqual(recorded);
      lists.set(now.serial, now.names);
      if (before !== undefined) expect(now.serial).toBeGreaterThanOrEqual(before.serial);
      if (before !== undefined && before.serial > 1 && now.serial > before.serial) {
        const { added = [], removed = [] } = now.changes ?? {};
        const remaining = before.names.filter((name) => !removed.includes(name));
        expect([now.changes === undefined, [...remaining, ...added].sort()]).toEqual([false, now.names.toSorted()]);
        expect(added.filter((name) => remaining.includes(name))).toEqual([]);
      }
      before = now;
    }
  });
  await Promise.all([...writers, ...readers]);
});
