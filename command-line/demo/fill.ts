import { Readable } from 'node:stream';
import type { Graph } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import { administratorNames } from '../../platform/configuration/index.js';
import { hourMs } from '../../platform/durations.js';
import type { Platform } from '../../platform/subgraph.js';
import { alertDependencies, importLines } from '../../subgraphs/alerts/index.js';
import { formatDays } from '../doctor/expiry.js';
import { addSampleNotifications, addSampleRules, Casework } from './casework.js';
import { createAnalysts, type History, openHistory } from './history.js';
import { checkInSample } from './sample-controllers.js';
import { type SampleInference, sampleInferences } from './sample-inferences.js';
import { handOver, Shift } from './shift.js';
import { fillZones } from './zones.js';

const inferencesPerDay = 1500;
/** Number of days at the end of the history in which incidents are opened. */
const incidentDays = 4;

/**
 * Adds sample data for alerts, licenses and zones; the document site has separate sample data.
 * @param options.onProgress receives progress messages
 * @param options.days number of past days with alerts and their triage
 * @returns an API key of the zone feed
 */
export async function fillSample(
  options: Platform & { graph: Graph; days: number; onProgress: (message: string) => void },
): Promise<{ key: string }> {
  const { days, graph, onProgress } = options;
  onProgress(
    `importing ${days * inferencesPerDay} sample inferences of ${formatDays(days)}, and triaging their alerts`,
  );
  await workThroughAlerts(options);
  await addSampleNotifications(graph);
  onProgress('checking in sample controllers');
  await checkInSample(options);
  onProgress('importing sample zones');
  return await fillZones(options);
}

/**
 * Imports inferences and simulates the triage of the resulting alerts. The clock runs through the past days: hour by
 * hour while analysts work, and in steps of three hours at night.
 */
async function workThroughAlerts(options: Platform & { graph: Graph; days: number }): Promise<void> {
  const { days } = options;
  const untilMs = options.clock.now();
  const fromMs = untilMs - days * 24 * hourMs;
  const history = openHistory({ ...options, fromMs });
  const analysts = await createAnalysts(history);
  await addSampleRules(history, untilMs, analysts[0]);
  const shift = new Shift({ history, analysts, untilMs });
  const casework = new Casework(history, analysts);
  const inferences = sampleInferences({ untilSeconds: untilMs / 1000, count: days * inferencesPerDay, days });
  let lines: string[] = [];
  for (const { endMs, lines: added } of hoursOf(inferences, fromMs)) {
    lines.push(...added);
    const isDay = shift.isOn(endMs - hourMs);
    if (isDay) await shift.work(endMs - hourMs);
    if (isDay && endMs > untilMs - incidentDays * 24 * hourMs) await casework.openIncidents({ isEnd: false });
    history.moveTo(Math.min(endMs, untilMs));
    if (!isDay && Math.round((untilMs - endMs) / hourMs) % 3 !== 0) continue;
    await importHour(history, lines);
    lines = [];
  }
  await casework.openIncidents({ isEnd: true });
  const [first] = analysts;
  const [administrator] = administratorNames(options.configuration.auth);
  if (first === undefined || administrator === undefined) return;
  const to = { id: `operator:settings:${administrator}`, name: administrator };
  await handOver(history, { from: first, to, tenantId: 'northwind' });
}

/** Yields the inferences of each hour with the end of the hour in Unix epoch milliseconds. */
function* hoursOf(
  inferences: Iterable<SampleInference>,
  fromMs: number,
): Generator<{ endMs: number; lines: readonly string[] }> {
  let endMs = fromMs + hourMs;
  let lines: string[] = [];
  for (const inference of inferences) {
    while (inference.timestamp * 1000 > endMs) {
      yield { endMs, lines };
      endMs += hourMs;
      lines = [];
    }
    lines.push(`${JSON.stringify(inference)}\n`);
  }
  yield { endMs, lines };
}

async function importHour({ platform }: History, lines: readonly string[]): Promise<void> {
  const input = Readable.from(lines.map((line) => Buffer.from(line)));
  await importLines({ ...alertDependencies(platform), ...localRequest }, { input });
}
