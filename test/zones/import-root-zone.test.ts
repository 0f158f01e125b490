import { expect, test } from 'vitest';
import {
  activePairs,
  describeImportWorld,
  firstSeen,
  importFile,
  observationsAt,
  rootZoneFiles,
  streamOf,
} from './support/import-world.js';
import { hasReferenceTool, pairsOfLines, referencePairs } from './support/reference-tool.js';

const world = describeImportWorld();
const files = rootZoneFiles();

/** The collection lacks SOA records, which the reference tool requires. */
const authority = '. 86400 IN SOA a.root-servers.net. nstld.verisign-grs.com. 1 1800 900 604800 86400\n';

/** The delegations in a file of the root zone, verified with the reference tool if it is installed. */
function referenceDelegations(text: string): string[] {
  const split = pairsOfLines('.', text);
  if (!hasReferenceTool) return split;
  const pairs = referencePairs('.', authority + text);
  expect(pairs).toEqual(split);
  return pairs;
}

function difference(pairs: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return pairs.filter((pair) => !excluded.has(pair));
}

/**
 * Results of named-compilezone for each file, counted with sort and comm: active pairs, and pairs added and removed
 * since the previous file.
 */
const counts = [
  { observations: 1762, addedObservations: 1762, removedObservations: 0 },
  { observations: 1718, addedObservations: 89, removedObservations: 133 },
  { observations: 1720, addedObservations: 2, removedObservations: 0 },
  { observations: 1678, addedObservations: 88, removedObservations: 130 },
];

test('four files of the root zone result in the observations that an independent tool computes', async () => {
  const since = new Map<string, number>();
  let previous: string[] = [];
  for (const [index, { at, compressed, text }] of files.entries()) {
    const pairs = referenceDelegations(text);
    // Gzip and plain, as a file and as a stream: the result is the same.
    const content = [compressed, text, streamOf(compressed, 777), streamOf(text, 4099)][index] ?? text;
    const record = await importFile(world, 'root.zone', content, { at, allowMissingSoa: true });

    const added = difference(pairs, previous);
    const removed = difference(previous, pairs);
    for (const pair of removed) since.delete(pair);
    for (const pair of added) since.set(pair, at.getTime());
    expect(await activePairs(world.test.database, 'root')).toEqual(pairs);
    expect(await firstSeen(world.test.database, 'root')).toEqual(Object.fromEntries(since));
    expect(record).toMatchObject({ outcome: 'applied', ...counts[index] });
    if (index > 0) {
      expect(await observationsAt(world.test.database, 'root', at.getTime())).toEqual(
        [...added.map((pair) => `active ${pair}`), ...removed.map((pair) => `inactive ${pair}`)].sort(),
      );
    }
    previous = pairs;
  }
});

test('a file without an SOA record is rejected unless the import permits it', async () => {
  const text = files[0]?.text ?? '';
  await expect(importFile(world, 'root', text, { at: new Date(world.clock.now()) })).rejects.toMatchObject({
    details: { reason: 'missing_soa' },
  });
});
