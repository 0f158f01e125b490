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
import { hasJudge, judgedPairs, pairsOfLines } from './support/judge.js';

const world = describeImportWorld();
const files = rootZoneFiles();

/** The collection leaves the SOA records out, without which the judge reads nothing. */
const authority = '. 86400 IN SOA a.root-servers.net. nstld.verisign-grs.com. 1 1800 900 604800 86400\n';

/** What an independent tool reads in a file of the root zone. */
function judged(text: string): string[] {
  const split = pairsOfLines('.', text);
  if (!hasJudge) return split;
  const pairs = judgedPairs('.', authority + text);
  expect(pairs).toEqual(split);
  return pairs;
}

function without(pairs: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return pairs.filter((pair) => !known.has(pair));
}

test.skipIf(files === undefined)(
  'the four files of the root zone give, in order, the observations that another tool computes',
  async () => {
    const since = new Map<string, number>();
    let previous: string[] = [];
    for (const [index, { at, compressed, text }] of (files ?? []).entries()) {
      const pairs = judged(text);
      // Gzip and plain, as a file and as a stream: all the same.
      const content = [compressed, text, streamOf(compressed, 777), streamOf(text, 4099)][index] ?? text;
      const record = await importFile(world, 'root.zone', content, { at, allowMissingSoa: true });

      const came = without(pairs, previous);
      const went = without(previous, pairs);
      for (const pair of went) since.delete(pair);
      for (const pair of came) since.set(pair, at.getTime());
      expect(await activePairs(world.test.database, 'root')).toEqual(pairs);
      expect(await firstSeen(world.test.database, 'root')).toEqual(Object.fromEntries(since));
      expect(record).toMatchObject({
        outcome: 'applied',
        observations: pairs.length,
        addedObservations: came.length,
        removedObservations: went.length,
      });
      if (index > 0) {
        expect(await observationsAt(world.test.database, 'root', at.getTime())).toEqual(
          [...came.map((pair) => `active ${pair}`), ...went.map((pair) => `inactive ${pair}`)].sort(),
        );
      }
      previous = pairs;
    }
    expect(previous).toHaveLength(7130);
  },
);

test.skipIf(files === undefined)('the root zone is not taken without a SOA record unless one says so', async () => {
  const [file] = files ?? [];
  await expect(importFile(world, 'root', file?.text ?? '', { at: new Date(world.clock.now()) })).rejects.toMatchObject({
    details: { reason: 'missing_soa' },
  });
});
