import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { generateAlerts } from '../data/generated-alerts.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import { graphqlPath } from './requests.js';
import type { SuiteContext } from './suite.js';

const database = 'bulk';
const token = 'the-administrator-of-the-suite-bulk';
const pollMs = 100;
/** Maximum ratio of the time to that of one UPDATE, which stores no history, events or progress. */
const maxRatio = 3;

interface Progress {
  readonly id: string;
  readonly state: string;
  readonly count: number;
  readonly changedCount: number;
}

/** Compares a bulk change of all alerts by filter with one UPDATE of the alerts. The server is killed halfway. */
export async function bulkSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const { alerts } = options;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  await benchmark.withConnection(database, (sql) => generateAlerts(sql, { alerts, onProgress }));
  onProgress(`updating ${alerts} alerts for comparison`);
  const updated = await updateAll(context);
  const { previewSeconds, perSecond } = await changeAll(context);
  const seconds = alerts / perSecond;
  return [
    {
      label: `change of ${alerts} alerts by filter, the server killed once`,
      reference: 'one UPDATE of the same alerts',
      ratio: seconds / updated,
      bound: { max: maxRatio },
      measured: `${seconds.toFixed(1)} and ${updated.toFixed(1)} s, ${Math.round(perSecond)} alerts/s; preview ${previewSeconds.toFixed(1)} s`,
      note: 'excludes the time until another server continues; each alert is changed once',
    },
  ];
}

/** Updates all alerts and returns the duration of the UPDATE in seconds. The UPDATE is rolled back. */
async function updateAll({ benchmark }: SuiteContext): Promise<number> {
  return await benchmark.withConnection(database, async (sql) => {
    const startMs = performance.now();
    await sql`begin`;
    await sql`update alerts.alert set status = 'investigating'`;
    const endMs = performance.now();
    await sql`rollback`;
    await sql`vacuum analyze alerts.alert`;
    return (endMs - startMs) / 1000;
  });
}

async function changeAll(context: SuiteContext): Promise<{ previewSeconds: number; perSecond: number }> {
  const { alerts } = context.options;
  const first = await startServer(context, 'first');
  const startMs = performance.now();
  const preview = await first.execute(
    'mutation { previewBulkAlertChange(input: { filter: {}, status: INVESTIGATING }) { change { FIELDS } } }',
  );
  const previewSeconds = (performance.now() - startMs) / 1000;
  const { id } = preview;
  await first.execute(`mutation { startBulkAlertChange(input: { id: "${id}" }) { change { FIELDS } } }`);
  const before = await watch(context, { ...first, id, until: ({ changedCount }) => changedCount >= alerts / 2 });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startServer(context, 'second');
  const after = await watch(context, { ...second, id, until: ({ state }) => state === 'DONE' });
  await assertComplete(context, [preview.count, after.last.changedCount]);
  const [changed, seconds] = [before.changed + after.changed, before.seconds + after.seconds];
  return { previewSeconds, perSecond: changed / seconds };
}

async function startServer({ benchmark, options }: SuiteContext, name: string) {
  const server = { name: `bulk-${name}`, database, profile: options.profile };
  const { origin, child } = await startRampart(benchmark, { ...server, settings: { RAMPART_AUTH_ADMIN_TOKEN: token } });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  async function execute(operation: string): Promise<Progress> {
    const query = operation.replace('FIELDS', 'id state count changedCount');
    const response = await fetch(`${origin}${graphqlPath}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    // Each operation has one field with a change, or is a change itself.
    const { data } = JSON.parse(text) as { data?: Record<string, Progress & { change?: Progress }> | null };
    const [found] = Object.values(data ?? {});
    if (found === undefined) throw new Error(`${operation}: ${text}`);
    return found.change ?? found;
  }
  return { child, execute };
}

/**
 * Polls a bulk change. Returns the number of alerts changed between the first and the last observed step, and the
 * seconds between these steps.
 */
async function watch(
  { options, onProgress }: SuiteContext,
  {
    execute,
    id,
    until,
  }: { execute(operation: string): Promise<Progress>; id: string; until(progress: Progress): boolean },
): Promise<{ changed: number; seconds: number; last: Progress }> {
  const read = () => execute(`{ bulkAlertChange(id: "${id}") { FIELDS } }`);
  const first = await read();
  let firstStep: { atMs: number; changed: number } | undefined;
  for (let last = first; ; last = await read()) {
    const { changedCount } = last;
    onProgress(`changed ${changedCount} of ${options.alerts} alerts`);
    if (firstStep === undefined && changedCount > first.changedCount)
      firstStep = { atMs: performance.now(), changed: changedCount };
    if (until(last)) {
      const { atMs, changed } = firstStep ?? { atMs: Number.NaN, changed: 0 };
      return { changed: changedCount - changed, seconds: (performance.now() - atMs) / 1000, last };
    }
    await delay(pollMs);
  }
}

/** @throws {Error} if an alert is not changed, or was changed twice */
async function assertComplete({ benchmark, options }: SuiteContext, counts: readonly number[]): Promise<void> {
  const found = await benchmark.withConnection(database, async (sql) => {
    const [row] = await sql<[{ changed: number; transitions: number; once: number }]>`select
      (select count(*)::int from alerts.alert where status = 'investigating') as changed,
      count(*)::int as transitions, count(distinct alert_id)::int as once from alerts.alert_transition`;
    return row;
  });
  const all = [...counts, ...Object.values(found)];
  if (all.some((count) => count !== options.alerts)) throw new Error(`of ${options.alerts} alerts: ${all.join(', ')}`);
}
