import { expect, test } from 'vitest';
import { sampleInferences } from '../../command-line/demo/sample-inferences.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';

const lines = 60_000;
const adminToken = 'the-administrator-of-this-test-only';
const body = Array.from(
  sampleInferences({ untilSeconds: 1_790_000_000, count: lines, seed: 7 }),
  (inference) => `${JSON.stringify(inference)}\n`,
).join('');

interface Result {
  readonly line?: number;
  readonly inference_id?: string;
  readonly outcome?: string;
  readonly alert_id?: string | null;
  readonly summary?: Readonly<Record<string, number>>;
}

/** The results that arrive until the server ends. Calls a function at the first result. */
async function importAll(restUrl: string, onFirst?: () => void): Promise<Result[]> {
  const response = await fetch(`${restUrl}/api/alerts/inferences`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/x-ndjson' },
    body,
  });
  expect(response.status).toBe(200);
  let received = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      if (received === '') onFirst?.();
      received += decoder.decode(chunk, { stream: true });
    }
  } catch {
    // The connection to a killed server fails.
  }
  const completeLines = received.slice(0, received.lastIndexOf('\n'));
  return completeLines.split('\n').map((line) => JSON.parse(line));
}

test('repeating an import after kill -9 of the server neither loses nor duplicates anything', async () => {
  const { url, database } = await openDatabaseForTest();
  const folder = temporaryFolder();
  const environment = {
    ...{ DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
  };
  const first = await startServer(environment);
  const received = await importAll(first.addresses.rest ?? '', () => first.command.process.kill('SIGKILL'));
  expect((await first.command.result).signal).toBe('SIGKILL');
  expect(received.some(({ summary }) => summary !== undefined)).toBe(false);

  const second = await startServer(environment);
  const results = await importAll(second.addresses.rest ?? '');
  second.command.process.kill('SIGTERM');
  await second.command.result;
  folder.remove();
  const byLine = new Map(results.map((result) => [result.line, result]));
  // Reported results were committed, with the same alert.
  for (const { line, alert_id } of received) {
    expect(byLine.get(line)).toMatchObject({ outcome: 'repeated', alert_id });
  }
  const { summary = {} } = results.at(-1) ?? {};
  expect(summary).toMatchObject({ lines, rejected: 0 });
  expect(summary.repeated).toBeGreaterThanOrEqual(received.length);
  const [row] = await database.sql`
    select count(*)::int as inferences, count(alert_id)::int as merged,
      (select sum(cardinality(inference_ids))::int from alerts.alert) as of_alerts,
      (select sum(alerts)::int from alerts.alert_tally where tenant_id is null) as tally,
      (select count(*)::int from alerts.alert) as alerts from alerts.inference`;
  expect(row?.inferences).toBe(lines);
  expect(row?.of_alerts).toBe(row?.merged);
  expect(row?.tally).toBe(row?.alerts);
});
