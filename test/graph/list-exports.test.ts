import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import { projectRoot } from '../../platform/project-root.js';
import { listExports } from '../../rest-adapters/index.js';
import { loadLists } from '../../rest-adapters/lists/index.js';
import { analystOf, requestOf } from '../alerts/support/alert-world.js';
import { guidOf } from '../licenses/support/license-world.js';
import { parquetRows } from '../rest/support/parquet-rows.js';
import { describeEnvironment, registerControllers, sendRequest } from './support/environment.js';

const instance = describeEnvironment();
const incidentCount = 1234;

beforeAll(async () => {
  await registerControllers(instance, [
    { guid: guidOf(1), hostname: 'one.example' },
    { guid: guidOf(2), hostname: '=two.example' },
  ]);
  await instance.test.database.sql`insert into alerts.incident
      (id, tenant_id, title, status, owner_id, owner_name, created_at, updated_at, is_automatic)
    select gen_random_uuid(), case when n % 2 = 0 then 'acme' else 'globex' end, 'Incident ' || n, 'open',
      case when n = 7 then 'us:1' end, case when n = 7 then 'Ana' end, ${instance.now} + n / 2, ${instance.now} + n, n % 3 = 0
    from generate_series(1, ${incidentCount}) n`;
});

async function exportList(list: string, query = '', caller = localAdministrator): Promise<Buffer> {
  const parts: Buffer[] = [];
  const request = { ...requestOf(caller), via: 'rest' } as const;
  await listExports(instance.graph.internal)
    .get(list)
    ?.run(request, {
      parameters: new URLSearchParams(query),
      isKnown: () => false,
      write: async (part) => void parts.push(Buffer.from(part)),
    });
  return Buffer.concat(parts);
}

async function exportLines(...input: Parameters<typeof exportList>): Promise<Record<string, unknown>[]> {
  const text = (await exportList(...input)).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('the export of a list', () => {
  test('contains every record once, over all pages, in the order of the list', async () => {
    const rows = await instance.test.database.sql`select title from alerts.incident order by created_at desc, id`;
    expect((await exportLines('incidents')).map(({ title }) => title)).toEqual(rows.map(({ title }) => title));
  });

  test('contains the values of the GraphQL API with the names and types of the REST API', async () => {
    const [record] = await exportLines('incidents', 'title=incident%207&is_owned=true');
    expect(record).toEqual({
      ...{ id: expect.any(String), tenant_id: 'globex', title: 'Incident 7', status: 'open', severity: null },
      ...{ is_automatic: false, owner_id: 'us:1', owner_name: 'Ana', alert_count: 0, open_alert_count: 0 },
      ...{ comment_count: 0, first_seen: null, last_seen: null, merged_into_id: null },
      ...{ created_at: instance.now + 3, updated_at: instance.now + 7 },
    });
    const { data } = await sendRequest(instance, `{ incident(id: "${record?.id}") { title } }`);
    expect(data).toEqual({ incident: { title: 'Incident 7' } });
  });

  test('contains the same data in CSV, without formulas, and in Parquet, according to an independent reader', async () => {
    const records = await exportLines('controllers');
    expect(records.map(({ hostname }) => hostname)).toEqual(['one.example', '=two.example']);
    const csv = (await exportList('controllers', 'format=csv')).toString().split('\r\n');
    expect(csv[0]).toBe(Object.keys(records[0] ?? {}).join(','));
    expect(csv[2]).toContain(",'=two.example,");
    const { columns, rows } = parquetRows(await exportList('controllers', 'format=parquet'));
    expect(columns).toEqual(
      expect.arrayContaining(['guid Utf8', 'ip_addresses List<Utf8>', 'is_blacklisted Bool', 'label Utf8']),
    );
    expect(rows.map(({ guid, is_blacklisted }) => [guid, is_blacklisted])).toEqual(
      records.map(({ guid, is_blacklisted }) => [guid, is_blacklisted]),
    );
  });

  test('contains the columns even if no record matches', async () => {
    const text = (await exportList('incidents', 'format=csv&title=nothing')).toString();
    expect(text).toMatch(/^id,tenant_id,title,.*,merged_into_id\r\n$/);
  });

  test('of brands and their hits contains what the brands block automatically', async () => {
    const input = '{ name: "acmebank", words: ["leasing"], autoBlockKinds: [OMISSION], autoBlockMaxDistance: 2 }';
    await sendRequest(instance, `mutation { addBrand(input: ${input}) { brand { id } } }`);
    const { sql } = instance.test.database;
    await sql`insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at,
      file_digest, file_bytes) values ('com', '.com', 1, 1, 1, 1, 0, '', 0)`;
    await sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status, is_active,
        is_unmatched, is_auto_blocked, revision, since, found_at)
      select brand.id, zone.id, 'acmebnk', 'omission', 1, 'import', 'open', true, false, true, 1, 1, 0
      from zones.brand, zones.zone`;
    expect(await exportLines('brands')).toMatchObject([
      { name: 'acmebank', words: ['leasing'], auto_block_kinds: ['omission'], auto_block_max_distance: 2 },
    ]);
    expect(await exportLines('brand-hits')).toMatchObject([{ name: 'acmebnk.com', is_auto_blocked: true }]);
  });

  test('is restricted to the tenants of the caller', async () => {
    const tenants = (await exportLines('incidents', '', analystOf('acme'))).map(({ tenant_id }) => tenant_id);
    expect([tenants.length, new Set(tenants)]).toEqual([incidentCount / 2, new Set(['acme'])]);
    expect(await exportLines('incidents', 'tenant_id=globex', analystOf('acme'))).toEqual([]);
  });

  test('filters by repeated values, in upper or lower case', async () => {
    expect(await exportLines('incidents', 'status=resolved&status=closed').catch(({ message }) => message)).toMatch(
      /^status must be one of open, /,
    );
    expect(await exportLines('incidents', 'status=OPEN&tenant_id=acme')).toHaveLength(incidentCount / 2);
  });

  test.each([
    ['incidents', 'stauts=open', 'stauts is unknown: expected one of format, tenant_id, status'],
    ['incidents', 'format=stix', 'format must be one of csv, ndjson, parquet'],
    ['incidents', 'is_owned=1', 'is_owned must be one of true, false'],
    ['controllers', 'silent_since=yesterday', 'silent_since must be an ISO 8601 time'],
    ['controllers', 'silent_since=2027-02-30T00:00:00Z', 'silent_since must be an ISO 8601 time'],
    ['drive-items', '', 'site_id is required'],
    ['drive-items', 'site_id=unknown', 'The document site does not exist'],
    ['bulk-registrations', 'min_size=many', 'min_size must be an integer'],
  ])('of %s rejects the query "%s"', async (list, query, message) => {
    await expect(exportList(list, query)).rejects.toThrow(message);
  });

  test('exists for each document of a list', () => {
    const names = loadLists(instance.graph.internal.apiSchema).map(({ name }) => name);
    expect([...listExports(instance.graph.internal).keys()]).toEqual(names);
  });

  test('exists for each paginated list of the GraphQL API', () => {
    const { apiSchema } = instance.graph.internal;
    const paged = Object.values(apiSchema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
      String(type).endsWith('Connection'),
    );
    const listFields = new Set(loadLists(apiSchema).map(({ path: [field] }) => field));
    expect(paged.map(({ name }) => name).filter((name) => !listFields.has(name))).toEqual([
      // They have their own exports.
      'endpoints',
      'alerts',
      // Its results are ranked, not listed.
      'driveSearch',
      // It has a separate export.
      'observations',
    ]);
  });

  test('can be downloaded in the console where the console shows the list', () => {
    const files = globSync('console/**/*.tsx', { cwd: projectRoot });
    const sources = files.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('');
    const names = loadLists(instance.graph.internal.apiSchema).map(({ name }) => name);
    expect(names.filter((name) => !sources.includes(`'api/${name}/export'`))).toEqual([
      'brand-certificates',
      'certificate-logs',
      'nameserver-changes',
      // The console offers these names as files for resolvers.
      'policy-zone-names',
    ]);
  });
});
