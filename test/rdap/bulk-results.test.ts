import { expect, test } from 'vitest';
import { requestOf } from '../zones/support/account-world.js';
import { respondsWithSize, responseAbout } from './support/behaviors.js';
import { begin, describeBulkWorld, newNames, run, stateOf, world } from './support/bulk-world.js';
import { operator } from './support/rdap-world.js';

describeBulkWorld();

async function exportParts(id: string): Promise<string[]> {
  const parts: string[] = [];
  await world.service.exportBulkResults(requestOf(operator), {
    ...{ id, format: 'csv' },
    async write(part) {
      if (part.length > 0) parts.push(String(part));
    },
  });
  return parts;
}

function namesIn(part: string): string[] {
  const lines = part.split('\r\n').map((line) => line.split(',', 1)[0] ?? '');
  return lines.filter((name) => name !== '' && name !== 'domain');
}

test('results with large responses are exported in several parts, so the memory does not depend on their number', async () => {
  const names = newNames(25);
  for (const name of names) world.registry.set(name, respondsWithSize(responseAbout(name), 1_000_000));
  const id = await begin(names);
  await run();
  expect((await stateOf(id)).counts).toEqual([25, 0, 0, 0]);
  const parts = await exportParts(id);
  expect(parts.flatMap(namesIn)).toEqual(names);
  expect(Math.max(...parts.map((part) => namesIn(part).length))).toBeLessThanOrEqual(20);
});

test('results with small responses are exported in one part', async () => {
  const names = newNames(25);
  const id = await begin(names);
  await run();
  expect((await exportParts(id)).map(namesIn)).toEqual([names]);
});
