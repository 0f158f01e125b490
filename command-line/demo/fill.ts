import { Readable } from 'node:stream';
import type { Graph } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import { alertDependencies, importLines } from '../../subgraphs/alerts/index.js';
import { addSampleRules, openSampleIncidents } from './casework.js';
import { checkInSample } from './sample-controllers.js';
import { sampleInferences } from './sample-inferences.js';
import { triageSample } from './triage.js';
import { fillZones } from './zones.js';

const sampleSize = 20_000;

/**
 * Adds sample data for alerts, licenses and zones; the document site has separate sample data.
 * @param options.onProgress receives progress messages
 * @returns an API key of the zone feed
 */
export async function fillSample(
  options: Platform & { graph: Graph; onProgress: (line: string) => void },
): Promise<{ key: string }> {
  options.onProgress(`importing ${sampleSize} sample inferences`);
  const until = options.clock.now() / 1000;
  await addSampleRules(options.graph, options.clock.now());
  await importLines({ ...alertDependencies(options), ...localRequest }, { input: Readable.from(sampleLines(until)) });
  await triageSample(options.graph);
  await openSampleIncidents(options.graph);
  options.onProgress('checking sample controllers in');
  await checkInSample(options);
  options.onProgress('importing sample zones');
  return await fillZones(options);
}

function* sampleLines(until: number): Generator<Buffer> {
  for (const inference of sampleInferences({ until, count: sampleSize })) {
    yield Buffer.from(`${JSON.stringify(inference)}\n`);
  }
}
