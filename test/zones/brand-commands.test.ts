import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { runHere } from '../command-line/support/run-here.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';
import { runJob } from './support/pull-world.js';

const world = describeImportWorld();

async function run(...args: string[]) {
  const { code, output, errors } = await runHere(['zones', 'brands', ...args], {
    environment: { DATABASE_URL: world.test.url },
  });
  return { code, errors, rows: output.startsWith('[') ? (JSON.parse(output) as Record<string, unknown>[]) : [] };
}

test('hits are listed by brand and status, and triaged by their names', async () => {
  await importFile(world, 'com', zoneText('com', ['acmebnk a.b.', 'other a.b.']));
  for (const tenant of ['one', 'two']) {
    expect(await run('add', 'AcmeBank', '--tenant', tenant, '--json')).toMatchObject({ code: 0, errors: '' });
  }
  await runJob(world.service, 'zones.watch-brands');
  const brands = (await run('list', '--json')).rows;
  expect(brands).toMatchObject([
    { name: 'acmebank', tenantId: 'one', hits: { open: 1 } },
    { name: 'acmebank', tenantId: 'two', hits: { open: 1 } },
  ]);
  const ids = brands.map(({ id }) => String(id));

  expect(await run('triage', 'mebnk.com', '--status', 'confirmed')).toMatchObject({
    code: 1,
    errors: 'rampart: mebnk.com: no such hit; see rampart zones brands hits\n',
  });
  expect(await run('hits', '--brand', 'acmebank')).toMatchObject({
    code: 1,
    errors: 'rampart: acmebank: several tenants have this brand; specify its id\n',
  });
  // Finds the exact name even if newer hits have names that contain it.
  await world.test.database
    .sql`insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source,
      status, is_active, is_unmatched, revision, since, found_at)
    select brand_id, tenant_id, zone_id, 'x' || number || '.' || label, kind, distance, source, 'dismissed', true, false,
      revision, since, found_at + 1
    from zones.brand_hit, generate_series(1, 600) number`;
  const first = await run('triage', 'AcmeBnk.com.', '--brand', ids[0] ?? '', '--status', 'dismissed', '--json');
  expect(first).toMatchObject({ code: 0, rows: [{ tenantId: 'one', status: 'dismissed' }] });
  const all = await run('triage', 'acmebnk.com', '--status', 'confirmed', '--note', 'phishing', '--json');
  expect(all.rows).toMatchObject(Array(2).fill({ status: 'confirmed', note: 'phishing' }));
  expect((await run('hits', '--status', 'open', '--json')).rows).toEqual([]);
  const { nodes } = await world.service.listHits(localRequest, { filter: { status: ['confirmed'] } });
  expect(nodes.map(({ tenantId }) => tenantId).sort()).toEqual(['one', 'two']);
});

test('brands and hits are found by their names in Unicode', async () => {
  await importFile(world, 'de', zoneText('de', ['xn--mnchen-bank-thb a.b.', 'other a.b.']));
  expect(await run('add', 'München', '--json')).toMatchObject({ code: 0, errors: '' });
  await runJob(world.service, 'zones.watch-brands');
  expect((await run('hits', '--brand', 'MÜNCHEN', '--json')).rows).toMatchObject([{ label: 'xn--mnchen-bank-thb' }]);
  const triaged = await run('triage', 'münchen-bank.de.', '--status', 'dismissed', '--json');
  expect(triaged).toMatchObject({ errors: '', rows: [{ label: 'xn--mnchen-bank-thb', status: 'dismissed' }] });
  expect(await run('update', 'münchen', '--max-distance', '1', '--json')).toMatchObject({ code: 0, errors: '' });
  expect(await run('remove', 'xn--mnchen-3ya', '--json')).toMatchObject({ code: 0, errors: '' });
});
