import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommand } from '../support/command-line.js';
import { hasPeakMemory, peakDuring, peakOfCommand, smallHeap } from '../support/peak-memory.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { describeImportWorld, importFile, zoneText } from '../zones/support/import-world.js';

const world = describeImportWorld();
const token = 'the-administrator-of-this-test-only';
const folder = temporaryFolder();
const sizes = ['few', 'many'] as const;
const names = { few: 20_000, many: 200_000 };
/** More than the 5000 rows of a Parquet row group, which is encoded at once. */
const alerts = { few: 6000, many: 40_000 };

/**
 * The heaps are too small for all names (75 MB) or alerts of the larger export, so a process that kept them would end.
 * Repeated exports differ by less than 10 MB.
 */
const toleranceMegabytes = 20;

const environment = () => ({
  ...{ DATABASE_URL: world.test.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: token },
  ...smallHeap(112),
});
let server: RunningServer | undefined;

beforeAll(async () => {
  if (!hasPeakMemory) return;
  for (const size of sizes) {
    const labels = Array.from({ length: names[size] }, (_, index) => `name-${index} ns1.host. ns2.host.`);
    await importFile(world, size, zoneText(size, labels.toSorted()));
    // The tenants are named like the zones. An explanation has 1 KB. The alerts are far apart, so they are not related.
    await world.test.database.sql`insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform,
        attack_prob, confidence, prediction, ttp_explanation, ttp_techniques, inference_ids, first_seen, last_seen,
        created_at, updated_at, model_name, num_nodes, num_edges)
      select gen_random_uuid(), ${size}, 'ws-' || number, 'low', 'open', 'linux', 0.5, 1, 'attack', number || repeat(' text', 200),
        '{T1059}', '{}', at, at, at, at, 'model', 1, 1
      from generate_series(1, ${alerts[size]}::integer) number, lateral (select number * 10000 as at) far`;
  }
  server = await startServer(environment());
  // The first export loads code.
  await read('/api/v1/export/few?format=parquet');
});

afterAll(async () => {
  server?.command.process.kill('SIGTERM');
  await server?.command.result;
  folder.remove();
});

/** Reads an export without storing it; returns its number of bytes. */
async function read(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const response = await fetch(`${server?.addresses.rest}${path}`, { headers });
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.length;
  return bytes;
}

test.runIf(hasPeakMemory).each(['csv', 'parquet'])(
  'an export of alerts over REST as %s takes no more memory for several times as many alerts',
  async (format) => {
    if (server === undefined) return;
    const { command } = server;
    const pathOf = (size: string) => `/api/alerts/export?tenant_id=${size}&format=${format}`;
    // The heap grows with the garbage of an export, so the small export is repeated until it has written as much.
    let writtenBytes = 0;
    const smallPeak = await peakDuring(command, async () => {
      for (let count = 0; count < alerts.many; count += alerts.few) writtenBytes += await read(pathOf('few'));
    });
    const largePeak = await peakDuring(command, async () => {
      expect(await read(pathOf('many'))).toBeGreaterThan(0.9 * writtenBytes);
    });
    expect(smallPeak).toBeGreaterThan(0);
    expect(largePeak).toBeLessThan(smallPeak + toleranceMegabytes);
  },
);

test.runIf(hasPeakMemory)('rampart zones export takes no more memory for ten times as many names', async () => {
  const [smallPeak = 0, largePeak = 0] = await Promise.all(
    sizes.map((zone) => {
      const args = ['zones', 'export', zone, '--out', join(folder.path, zone)];
      return peakOfCommand(startCommand(args, { environment: { ...environment(), ...smallHeap(40) } }));
    }),
  );
  expect(smallPeak).toBeGreaterThan(0);
  expect(largePeak).toBeLessThan(smallPeak + toleranceMegabytes);
});
