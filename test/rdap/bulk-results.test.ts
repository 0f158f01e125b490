import { expect, test } from 'vitest';
import { requestOf } from '../zones/support/account-world.js';
import { respondsWith, respondsWithSize, responseAbout } from './support/behaviors.js';
import { begin, describeBulkWorld, newNames, run, stateOf, world } from './support/bulk-world.js';
import { operator, start } from './support/rdap-world.js';

describeBulkWorld();

async function exportParts(id: string, format: 'csv' | 'ndjson' = 'csv'): Promise<string[]> {
  const parts: string[] = [];
  await world.service.exportBulkResults(requestOf(operator), {
    ...{ id, format },
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

test('results are exported with times in Unix epoch seconds, and DNSSEC as a boolean', async () => {
  const [signed = ''] = newNames(1);
  world.registry.set(signed, respondsWith(responseAbout(signed, { secureDNS: { delegationSigned: true } })));
  const id = await begin([signed]);
  await run();
  const seconds = Date.UTC(2020, 0, 2, 3, 4, 5) / 1000;
  expect(JSON.parse((await exportParts(id, 'ndjson')).join(''))).toMatchObject({
    ...{ domain: signed, status: 'found', fetched_at: start / 1000, dnssec: true },
    ...{ registered_at: seconds, expires_at: seconds, last_changed_at: seconds },
  });
});
