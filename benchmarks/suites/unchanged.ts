import postgres from 'postgres';
import { alertsDatabase } from '../competitor-servers.js';
import type { LoadRequest } from '../load/load.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { compare } from './compare.js';
import { bestHandler, bestName } from './references.js';
import { graphqlList, restList } from './requests.js';
import type { SuiteContext } from './suite.js';

const withoutStored = 'without stored responses';
const lists: Readonly<Record<string, LoadRequest[]>> = {
  'REST list of 100 alerts': restList(),
  'GraphQL list of 100 alerts': graphqlList(),
};

/** Measures cached responses (docs/decisions/0064): lists of alerts without changes, and with continuous changes. */
export async function unchangedSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, servers } = context;
  const best = await bestHandler(context, restList());
  const origin = await servers.rampart();
  const settings = { RAMPART_SERVER_RESPONSE_CACHE_MEGABYTES: '64' };
  const server = { name: 'rampart-repeating', database: alertsDatabase, settings };
  const { origin: repeating } = await startRampart(benchmark, server);
  const measurements: Measurement[] = [];
  for (const [label, requests] of Object.entries(lists)) {
    const name = `${label}, unchanged`;
    const ours = [{ name, origin: repeating, requests, targets: [{ reference: bestName, min: 5 }] }];
    measurements.push(...(await compare(context, { label: name, references: [best], ours })));
  }
  const stop = changeAlerts(postgres({ ...benchmark.connectionOptions(alertsDatabase), max: 1 }));
  for (const [label, requests] of Object.entries(lists)) {
    const name = `${label}, continuously changing`;
    const ours = [{ name, origin: repeating, requests, targets: [{ reference: withoutStored, min: 0.95 }] }];
    const references = [{ name: withoutStored, origin, requests }];
    measurements.push(...(await compare(context, { label: name, references, ours })));
  }
  await stop();
  return measurements;
}

/**
 * Continuously commits transactions that mark the alerts as changed without changing a row. Returns a function that
 * stops it.
 */
function changeAlerts(sql: postgres.Sql): () => Promise<void> {
  let isStopped = false;
  const changing = (async () => {
    while (!isStopped) await sql`update alerts.alert set analyst_notes = analyst_notes where false`;
  })();
  return async () => {
    isStopped = true;
    await changing;
    await sql.end();
  };
}
