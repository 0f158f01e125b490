import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleInferences } from '../../command-line/demo/sample-inferences.js';
import type { Database } from '../../platform/database/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { startCommand } from '../support/command-line.js';
import { openDatabaseForTest } from '../support/index.js';

/** Number of inferences: eight batches. */
const lines = 40_000;
const folder = mkdtempSync(join(tmpdir(), 'rampart-killed-import-'));
const file = join(folder, 'inferences.ndjson');

function* sampleLines(): Generator<string> {
  for (const inference of sampleInferences({ untilSeconds: 1_790_000_000, count: lines, seed: 7 })) {
    yield `${JSON.stringify(inference)}\n`;
  }
}

beforeAll(async () => {
  await pipeline(Readable.from(sampleLines()), createWriteStream(file));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything that an import writes, without wall clock times. */
async function endState(database: Database): Promise<Record<string, unknown>> {
  const { sql } = database;
  const [alerts] = await sql`
    select count(*)::int as alerts, md5(string_agg(md5(row_to_json(a)::text), '' order by a.id)) as digest
    from (select to_jsonb(alert) - 'created_at' - 'updated_at' as facts, id from alerts.alert) as a`;
  const [inferences] = await sql`
    select count(*)::int as inferences, count(alert_id)::int as merged,
      md5(string_agg(md5(i::text), '' order by tenant_id collate "C", inference_id collate "C")) as digest
    from alerts.inference as i`;
  const [endpoints] = await sql`
    select count(*)::int as endpoints, md5(string_agg(md5(e::text), '' order by tenant_id collate "C", hostname collate "C")) as digest
    from alerts.endpoint as e`;
  const [tally] = await sql`
    select sum(alerts) filter (where tenant_id is not null)::int as alerts,
      sum(alerts) filter (where tenant_id is null)::int as of_all from alerts.alert_tally`;
  return { alerts, inferences, endpoints, tally };
}

async function countInferences(database: Database): Promise<number> {
  const [row] = await database.sql<[{ count: number }]>`select count(*)::int as count from alerts.inference`;
  return row.count;
}

test('an import that was killed twice and then repeated has the same result as one that was never killed', async () => {
  const completeDatabase = await openDatabaseForTest();
  const undisturbed = await runHere(['alerts', 'import', file], {
    environment: { DATABASE_URL: completeDatabase.url },
  });
  expect(undisturbed.code, undisturbed.errors).toBe(0);
  const expected = await endState(completeDatabase.database);

  const broken = await openDatabaseForTest();
  const environment = { DATABASE_URL: broken.url };
  for (const minimum of [lines / 10, lines / 2]) {
    const command = startCommand(['alerts', 'import', file], { environment });
    await expect
      .poll(() => countInferences(broken.database), { timeout: 120_000, interval: 20 })
      .toBeGreaterThanOrEqual(minimum);
    command.process.kill('SIGKILL');
    expect((await command.result).signal).toBe('SIGKILL');
    expect(await countInferences(broken.database)).toBeLessThan(lines);
  }
  const secondRun = await runHere(['alerts', 'import', file, '--json'], { environment });
  expect(secondRun.code, secondRun.errors).toBe(0);
  expect(JSON.parse(secondRun.output)).toMatchObject({ lines, rejected: 0 });
  expect(await endState(broken.database)).toEqual(expected);
  expect(expected).toMatchObject({ inferences: { inferences: lines } });
});
