import { Readable } from 'node:stream';
import type { Graph } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import { alertDependencies, importLines } from '../../subgraphs/alerts/index.js';
import { checkInSample } from './sample-controllers.js';
import { sampleInferences } from './sample-inferences.js';
import { triageSample } from './triage.js';
import { fillZones } from './zones.js';

const sampleSize = 20_000;

/**
 * Fills alerts, licenses and zones with the sample; the document site has one of its own.
 * @param options.tell hears what is being done
 * @returns an API key of the zone feed
 */
export async function fillSample(
  options: Platform & { graph: Graph; tell: (line: string) => void },
): Promise<{ key: string }> {
  options.tell(`importing ${sampleSize} sample inferences`);
  const until = options.clock.now() / 1000;
  await importLines({ ...alertDependencies(options), ...localRequest }, { input: Readable.from(sampleLines(until)) });
  await triageSample(options.graph);
  options.tell('checking sample controllers in');
  await checkInSample(options);
  options.tell('importing sample zones');
  return await fillZones(options);
}

function* sampleLines(until: number): Generator<Buffer> {
  for (const inference of sampleInferences({ until, count: sampleSize })) {
    yield Buffer.from(`${JSON.stringify(inference)}\n`);
  }
}
