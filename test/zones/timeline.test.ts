import { beforeAll, describe, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { encodeCursor } from '../../platform/cursor.js';
import { zoneDependencies } from '../../subgraphs/zones/service.js';
import { readTimeline } from '../../subgraphs/zones/timeline/service.js';
import type { DomainEventKind } from '../../subgraphs/zones/timeline/vocabulary.js';
import { createRecordingDatabase } from '../support/recorded-statements.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeImportWorld, importFile, start, zoneText } from './support/import-world.js';

const world = describeImportWorld();
const name = 'acmebnk.com';

interface Input {
  kinds?: DomainEventKind[];
  first?: number;
  after?: string | null;
}

async function page(input: Input = {}, request = localRequest as ReturnType<typeof requestOf>) {
  const { kinds, first, after } = input;
  return await readTimeline(zoneDependencies(world.platform), request, { name, kinds, first, after });
}

/** Events as `day kind zone before > after`, newest first. */
async function events(input: Input = {}, request?: ReturnType<typeof requestOf>): Promise<string[]> {
  const { nodes } = await page(input, request);
  return nodes.map(({ at, kind, zone, before, after, brand, actor }) =>
    [(at - start) / dayMs, kind, zone, brand ?? `${before} > ${after}`, actor]
      .filter((part) => part !== null)
      .join(' '),
  );
}

const others = ['b x.', 'c x.', 'd x.', 'e x.', 'f x.', 'g x.'];

beforeAll(async () => {
  const { test, service, clock } = world;
  for (const names of [['acmebnk ns1.a.'], ['acmebnk ns1.a. ns2.a.'], [], ['acmebnk ns9.b.']]) {
    await importFile(world, 'com', zoneText('com', [...names, ...others]));
  }
  await importFile(world, 'net', zoneText('net', ['acmebnk ns1.a.']));
  await service.addBrand(localRequest, { name: 'acmebank', tenantId: 'tenant-a' });
  for (const { name: job, run } of service.jobs) if (job === 'zones.watch-brands') await run({});
  const { nodes } = await service.listHits(localRequest, { first: 10 });
  clock.milliseconds += dayMs;
  const ids = nodes.filter(({ zone }) => zone === 'com').map(({ id }) => id);
  await service.triageHits(localRequest, { ids, status: 'confirmed', note: 'a shop that is none' });
  const body = JSON.stringify({
    objectClassName: 'domain',
    ldhName: name,
    events: [
      { eventAction: 'registration', eventDate: '2026-05-01T00:00:00Z' },
      { eventAction: 'expiration', eventDate: '2027-05-01T00:00:00Z' },
    ],
  });
  await test.database.sql`insert into zones.rdap_answer (domain, source, answer, fetched_at, expires_at)
    values (${name}, 'https://rdap.example/', ${body}, ${clock.now()}, ${clock.now() + 1000})`;
});

const all = [
  '365 expires  > ',
  '6 blocked com acmebank local',
  '6 hit_confirmed com acmebank local',
  '5 hit_found com acmebank',
  '4 returned com  > ns9.b.',
  '3 removed com ns1.a.,ns2.a. > ',
  '2 moved com ns1.a. > ns1.a.,ns2.a.',
  '1 first_seen com  > ns1.a.',
  '0 registered  > ',
];

describe('the timeline of a domain', () => {
  test('contains the events of zones, the registry and brands, newest first', async () => {
    const received = await events();
    expect(received.map((line) => line.replace(/(com acmebank) command-line/, '$1 local'))).toEqual(all);
  });

  test('is read page by page, and by kind', async () => {
    const lines: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = await page({ first: 3, after });
      lines.push(...nodes.map(({ kind }) => kind));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(lines).toEqual(all.map((line) => line.split(' ')[1]));
    expect(await events({ kinds: ['removed', 'moved'] })).toEqual([all[5], all[6]]);
    await expect(page({ after: 'x' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('can be continued between hits of brands with the same name', async () => {
    const { service } = world;
    const added = await service.addBrand(localRequest, { name: 'acmebank', tenantId: 'tenant-b' });
    for (const { name: job, run } of service.jobs) if (job === 'zones.watch-brands') await run({});
    const { sql } = world.test.database;
    await sql`update zones.brand_hit_entry set at = (select min(at) from zones.brand_hit_entry)`;
    const kinds: DomainEventKind[] = ['hit_found'];
    const { nodes: certificateEvents } = await page({ kinds });
    expect(certificateEvents).toHaveLength(2);
    const first = await page({ kinds, first: 1 });
    const second = await page({ kinds, first: 1, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes]).toEqual(certificateEvents);
    await service.removeBrand(localRequest, { id: added.id });
  });

  test('contains the certificates and alerts of brands of the caller’s tenants, page by page', async () => {
    const { sql } = world.test.database;
    const [hit] = await sql<{ id: string; brand: string }[]>`select brand_hit.id, brand_id as brand from zones.brand_hit
      join zones.zone on zone.id = zone_id where zone.name = 'com'`;
    const { id = '', brand = '' } = hit ?? {};
    // Two of them were logged at the same time; each has two names of the domain.
    await sql`insert into zones.certificate (id, issuer, serial_number, names, not_before, not_after, log_url, entry_index,
        logged_at) select gen_random_uuid(), 'CN=Authority', number::text, '{acmebnk.com,www.acmebnk.com}', 0, 1,
        'https://log.example', number, ${start + 7 * dayMs}::bigint + ${dayMs}::bigint * (number / 2)
      from generate_series(0, 2) number`;
    await sql`insert into zones.brand_certificate (brand_id, certificate_id, name, zone, label, kind, distance, logged_at)
      select ${brand}, id, unnest(names), 'com', 'acmebnk', 'omission', 1, logged_at from zones.certificate`;
    const alertId = '00000000-0000-0000-0000-000000000001';
    await sql`insert into zones.brand_alert (inference_id, hit_id, hostname, at, alert_id)
      values ('i1', ${id}, ${name}, ${start + 6 * dayMs}, ${alertId}), ('i2', ${id}, ${name}, ${start + 6 * dayMs}, null)`;
    const kinds: DomainEventKind[] = ['certificate_logged', 'alert_opened'];
    const lines = ['8 certificate_logged com acmebank', ...Array(2).fill('7 certificate_logged com acmebank')];
    expect(await events({ kinds })).toEqual([...lines, '6 alert_opened com acmebank']);
    const { nodes } = await page({ kinds });
    expect(nodes.map(({ alert, certificate }) => alert?.id ?? certificate?.serialNumber)).toEqual([
      ...['2', expect.stringMatching(/^[01]$/), expect.stringMatching(/^[01]$/), alertId],
    ]);
    const received: typeof nodes = [];
    for (let after: string | null = null; ; ) {
      const next = await page({ kinds, first: 1, after });
      received.push(...next.nodes);
      if (!next.pageInfo.hasNextPage) break;
      after = next.pageInfo.endCursor;
    }
    expect(received).toEqual(nodes);
    const analyst = (tenantId: string) => requestOf({ kind: 'operator', name: 'ada', role: 'analyst', tenantId });
    expect(await events({ kinds }, analyst('tenant-a'))).toHaveLength(4);
    expect(await events({ kinds }, analyst('tenant-b'))).toEqual([]);
    await sql`delete from zones.certificate`;
    await sql`delete from zones.brand_alert`;
  });

  test('reports that a changed brand no longer matches the domain, separately from decisions of analysts', async () => {
    const { service } = world;
    const { id } = await service.addBrand(localRequest, { name: 'acmebnkk', tenantId: 'tenant-b' });
    for (const { name: job, run } of service.jobs) if (job === 'zones.watch-brands') await run({});
    await service.updateBrand(localRequest, { id, allowedNames: [name] });
    const lines = await events({ kinds: ['hit_unmatched', 'hit_dismissed'] });
    expect(lines.map((line) => line.split(' ').slice(1).join(' '))).toEqual(['hit_unmatched com acmebnkk']);
    await service.removeBrand(localRequest, { id });
  });

  test('contains no hits of brands of other tenants', async () => {
    const analyst = (tenantId: string) => requestOf({ kind: 'operator', name: 'ada', role: 'analyst', tenantId });
    const hits = (lines: string[]) => lines.filter((line) => line.includes(' hit_'));
    expect(hits(await events({}, analyst('tenant-a')))).toHaveLength(2);
    expect(hits(await events({}, analyst('tenant-b')))).toEqual([]);
    await expect(events({}, requestOf())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('contains the hits of a removed name whose zone history was deleted', async () => {
    const { service, platform, test } = world;
    await importFile(world, 'biz', zoneText('biz', ['acmebnk ns1.a.', ...others]));
    for (const { name: job, run } of service.jobs) if (job === 'zones.watch-brands') await run({});
    await importFile(world, 'biz', zoneText('biz', others));
    const read = async () => {
      const input = { name: 'acmebnk.biz', kinds: null, first: undefined, after: undefined };
      return (await readTimeline(zoneDependencies(platform), localRequest, input)).nodes.map(({ kind }) => kind);
    };
    expect(await read()).toEqual(['removed', 'hit_found', 'first_seen']);
    await test.database.sql`delete from zones.change where label = 'acmebnk'
      and zone_id = (select id from zones.zone where name = 'biz')`;
    expect(await read()).toEqual(['hit_found']);
  });

  test('contains each version of the dossier that watches of the caller have stored, once even for several watches', async () => {
    const { sql } = world.test.database;
    const statuses = ['active', 'client hold', 'active'];
    for (const [tenantId, from] of Object.entries({ 'tenant-a': 0, 'tenant-b': 1 })) {
      const [watch] = await sql`insert into zones.rdap_watch
        (id, tenant_id, domain, server, interval_hours, created_at, created_by)
        values (gen_random_uuid(), ${tenantId}, ${name}, 'https://rdap.example/', 0, 0, 'ada') returning id`;
      for (const [index, status] of statuses.entries()) {
        if (index < from) continue;
        const body = JSON.stringify({ objectClassName: 'domain', ldhName: name, status: [status] });
        await sql`insert into zones.rdap_version (watch_id, source, answer, fetched_at)
          values (${watch?.id}, 'https://rdap.example/', ${body}, ${start + (7 + index) * dayMs})`;
      }
    }
    const kinds: DomainEventKind[] = ['dossier_kept', 'dossier_changed'];
    const lines = ['9 dossier_changed', '8 dossier_changed', '8 dossier_kept', '7 dossier_kept'];
    const { nodes } = await page({ kinds });
    expect(nodes.map(({ at, kind }) => `${(at - start) / dayMs} ${kind}`)).toEqual(lines);
    expect(nodes.map(({ changes }) => changes)).toEqual([
      [{ field: 'statuses', before: ['clientHold'], after: ['ok'] }],
      [{ field: 'statuses', before: ['ok'], after: ['clientHold'] }],
      ...[[], []],
    ]);
    const first = await page({ kinds, first: 2 });
    const second = await page({ kinds, first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes]).toEqual(nodes);
    const analyst = requestOf({ kind: 'operator', name: 'ada', role: 'analyst', tenantId: 'tenant-b' });
    expect((await page({ kinds }, analyst)).nodes.map(({ kind }) => kind)).toEqual(['dossier_changed', 'dossier_kept']);
    const other = requestOf({ kind: 'operator', name: 'ada', role: 'analyst', tenantId: 'tenant-c' });
    expect((await page({ kinds }, other)).nodes).toEqual([]);
  });

  test('contains all versions of a long history, and reads only those that a page can contain', async () => {
    const { sql } = world.test.database;
    const watched = sql`select id from zones.rdap_watch where tenant_id = 'tenant-a'`;
    await sql`insert into zones.rdap_version (watch_id, source, answer, fetched_at)
      select id, 'https://rdap.example/', json_build_object('objectClassName', 'domain', 'ldhName', ${name}::text,
        'status', json_build_array(case number % 2 when 0 then 'client hold' else 'active' end)), ${start + 10 * dayMs}::bigint + number
      from (${watched}) watch cross join generate_series(0, 249) number`;
    const received: string[] = [];
    const statements: string[] = [];
    const database = createRecordingDatabase(world.platform.database, statements);
    const dependencies = zoneDependencies({ ...world.platform, database });
    const read = async (input: Input) => {
      const { kinds = null, first = 100, after = null } = input;
      return await readTimeline(dependencies, localRequest, { name, kinds, first, after });
    };
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = await read({ kinds: ['dossier_kept', 'dossier_changed'], after });
      received.push(...nodes.map(({ at, kind }) => `${at} ${kind}`));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(received).toHaveLength(254);
    expect(new Set(received)).toHaveProperty('size', 254);
    expect((await read({ kinds: ['dossier_kept'] })).nodes).toHaveLength(2);

    const tables = async (kinds: DomainEventKind[]) => {
      statements.length = 0;
      await read({ kinds });
      const all = ['rdap_version', 'rdap_answer', 'brand_hit_entry', 'brand_certificate', 'brand_alert'];
      return all.filter((table) => statements.some((statement) => statement.includes(table)));
    };
    expect(await tables(['moved'])).toEqual([]);
    expect(await tables(['expires'])).toEqual(['rdap_answer']);
    expect(await tables(['hit_found'])).toEqual(['brand_hit_entry']);
    expect(await tables(['unblocked'])).toEqual(['brand_hit_entry']);
    expect(await tables(['certificate_logged'])).toEqual(['brand_certificate']);
    expect(await tables(['alert_opened'])).toEqual(['brand_alert']);
    expect(await tables(['dossier_changed'])).toEqual(['rdap_version']);
    await expect(
      read({ after: encodeCursor({ order: 'domain-timeline', value: 1e300, ids: [''] }) }),
    ).resolves.toBeDefined();
  });
});
