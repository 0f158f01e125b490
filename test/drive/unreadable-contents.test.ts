import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { administrator } from './support/drive-world.js';
import { massChanges, officeWorld, poll } from './support/office-world.js';

/** Bytes in which each value occurs `counts[value]` times, in an order that depends on the seed; no file signature. */
function bytesOf(counts: readonly number[], seed: number): Buffer {
  const bytes = counts.flatMap((count, value) => Array<number>(count).fill(value));
  let state = createHash('sha256').update(String(seed)).digest().readUInt32BE();
  for (let remaining = bytes.length - 1; remaining > 0; remaining--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (remaining + 1);
    [bytes[remaining], bytes[other]] = [bytes[other] ?? 0, bytes[remaining] ?? 0];
  }
  const start = bytes.indexOf(1);
  [bytes[0], bytes[start]] = [1, bytes[0] ?? 0];
  return Buffer.from(bytes);
}

/**
 * Counts of all 256 byte values: `valueCount` of them exceed the average by `deviation`, as many are below it by
 * `deviation`, and the others equal it.
 */
const unevenCounts = (average: number, valueCount: number, deviation: number) =>
  Array.from(
    { length: 256 },
    (_, value) => average + (value < valueCount ? deviation : value < 2 * valueCount ? -deviation : 0),
  );

/** Counts of the first `values` byte values only, as equal as possible; their sum is `bytes`. */
const evenCounts = (values: number, bytes: number) =>
  Array.from({ length: values }, (_, value) => Math.floor(bytes / values) + (value < bytes % values ? 1 : 0));

test('content is classified as unreadable only within the limits of size, chi-square and entropy', async () => {
  const { world, files } = await officeWorld();
  const cases: readonly [what: string, counts: number[], isUnreadable: boolean][] = [
    ['128 bytes', evenCounts(128, 128), true],
    ['127 bytes', evenCounts(127, 127), false],
    ['2048 bytes with a chi-square of 396', unevenCounts(8, 99, 4), true],
    ['2048 bytes with a chi-square of 400', unevenCounts(8, 100, 4), false],
    ['4096 bytes with an entropy of 7.507', evenCounts(182, 4096), true],
    ['4096 bytes with an entropy of 7.4998', evenCounts(181, 4096), false],
    ['4095 bytes with an entropy of 7.507', evenCounts(182, 4095), false],
  ];
  for (const [index, [description, counts, isUnreadable]] of cases.entries()) {
    for (const [number, id] of files.slice(index * 30, index * 30 + 30).entries()) {
      world.site.content.write(id, bytesOf(counts, index * 30 + number));
    }
    await poll(world);
    const [massChange, ...others] = await massChanges(world, [MassChangeState.OPEN]);
    expect([massChange !== undefined, others], description).toEqual([isUnreadable, []]);
    if (massChange === undefined) continue;
    await world.service.changeMassChange(administrator, { id: massChange.id, state: MassChangeState.DISMISSED });
    world.clock.seconds += 7200;
  }
});
