import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, commandTree } from '../../command-line/completion/command-tree.js';
import { wholeProgram } from '../../command-line/program.js';
import { recordAudit, sweepAudit, systemRequest } from '../../platform/audit/index.js';
import { localRequest } from '../../platform/caller.js';
import { silentLog } from '../../platform/log.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { runHere } from '../command-line/support/run-here.js';
import { guidOf } from '../licenses/support/license-world.js';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest, openTestDatabase, type TestDatabase } from '../support/index.js';
import { auditEntries } from './support/entries.js';

const folder = mkdtempSync(join(tmpdir(), 'rampart-audit-commands-'));
const file = (name: string): string => join(folder, name);
let opened: TestDatabase;
let site: DocumentSite;
let environment: Record<string, string>;

beforeAll(async () => {
  opened = await openTestDatabase();
  site = await DocumentSite.start();
  site.addLibrary('/sites/finance');
  environment = {
    ...{ ...site.environment, DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder },
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/',
    RAMPART_DRIVE_ENCRYPTION_KEY_FILE: file('keys'),
  };
  writeFileSync(file('keys'), randomBytes(32).toString('hex'));
  const { configuration, database } = opened;
  const platform = { configuration, database, clock: { now: Date.now }, log: silentLog };
  const zones = createZoneService(platform);
  for (const username of ['one', 'two']) {
    await zones.registerAccount(requestOf(), { username, email: `${username}@x.example`, password: 'long enough 1' });
  }
  await database.sql`insert into licenses.controller (guid, registered_at, ip_addr, hostname, last_contact, last_hostname, version,
    ip_addresses, mac_address, os, label) values (${guidOf(1)}, 1, '192.0.2.1', 'h', 1, 'h', '1', '{}', '', '', '')`;
  await database.sql`update licenses.seats set used = 1`;
  await database.sql`insert into alerts.suppression (id, filter, criteria, reason, owner_id, owner_name, creator_name, via, created_at, starts_at)
    values (${guidOf(9)}, '{}', '{"modelNames": ["n"]}', 'r', 'o', 'o', 'o', 'graphql', 1, 1)`;
  const { id: brandId } = await zones.addBrand(localRequest, { name: 'globex' });
  await database.sql`with net as (insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest,
      last_import_at, file_bytes, file_digest) values ('net', '.net', 0, 0, 1, 1, 0, 0, '') returning id)
    insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status, is_active, is_unmatched,
      revision, since, found_at) select ${brandId}, id, 'gl0bex', 'homoglyph', 1, 'scan', 'open', true, false, 1, 1, 1 from net`;
  await database.sql`insert into gateway.session (hash, name, role, credential_id, source_address, created_at, last_used_at, expires_at)
    values ('', 'sam', 'viewer', '', '', 0, 0, 0)`;
  await database.sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change, began_at, noticed_at,
      grown_at, score, reasons, known_files)
    select site, 'deletion', 'open', 1, 2, 1, 1, 1, 100, '{}', 9 from unnest(array['s', 't']) site`;
  const line = { inference_id: 'i', tenant_id: 'acme', endpoint_id: 'WS-1', platform: 'linux', attack_prob: 0.9 };
  const rest = { confidence: 1, prediction: 'attack', ttp_techniques: [], ttp_explanation: null, timestamp: 1.79e9 };
  writeFileSync(
    file('inferences.ndjson'),
    JSON.stringify({ ...line, ...rest, model_name: 'm', num_nodes: 1, num_edges: 1 }),
  );
  writeFileSync(file('names'), 'acme.com\n');
  writeFileSync(
    file('zone'),
    'example. 3600 IN SOA ns.example. h.example. 7 1 1 1 1\na.example. 3600 IN NS ns1.host.example.\n',
  );
});

afterAll(async () => {
  await site.close();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Commands that change something, in an order in which each succeeds, with their audit entries. */
const recorded: readonly (readonly [args: string, entries: readonly string[]])[] = [
  ['alerts import inferences.ndjson', ['import.inferences']],
  ['alerts change --set-status resolved --yes', ['start.bulk-change', 'finish.bulk-change']],
  ['alerts backtest', ['start.policy-backtest']],
  ['alerts suppressions add --model m --reason scanner', ['add.suppression']],
  [`alerts suppressions end ${guidOf(9)}`, ['end.suppression', 'restore.alerts']],
  ['zones import example zone', ['import.zone']],
  ['zones brands add acme', ['add.brand']],
  ['zones brands update acme --max-distance 1', ['update.brand']],
  ['zones brands remove acme', ['remove.brand']],
  ['zones brands triage gl0bex.net. --brand globex --status confirmed --note phishing', ['triage.brand-hit']],
  ['rdap watch acme.com --interval 0', ['watch.domain']],
  ['rdap unwatch acme.com', ['unwatch.domain']],
  ['rdap bulk start names --detach', ['start.bulk-lookup']],
  ['accounts reject one', ['reject.account']],
  ['accounts approve two', ['approve.account', 'set.subscription', 'generate.api-key']],
  ['accounts subscription two --tier basic', ['set.subscription']],
  ['accounts revoke-key two default', ['revoke.api-key']],
  ['accounts suspend two', ['suspend.account']],
  [`controllers release ${guidOf(1)}`, ['release.seat']],
  ['drive connect', ['connect.drive']],
  ['drive sync', ['sync.drive']],
  ['drive restore --change 0 --into zone-restored', ['restore.drive-tree']],
  ['drive encrypt', ['encrypt.drive-contents']],
  ['drive sites add contoso.example/sites/finance', ['add.drive-site']],
  ['drive sites update contoso.example/sites/finance --poll-seconds 900', ['update.drive-site']],
  ['drive sites pause contoso.example/sites/finance', ['pause.drive-site']],
  ['drive sites resume contoso.example/sites/finance', ['resume.drive-site']],
  ['drive sites sync contoso.example/sites/finance', ['sync.drive']],
  ['drive sites remove contoso.example/sites/finance --delete-files', ['remove.drive-site']],
  ['drive guard confirm 1', ['change.mass-change']],
  ['drive guard resolve 1 --notes restored', ['change.mass-change']],
  ['drive guard dismiss 2', ['change.mass-change']],
  ['drive disconnect', ['disconnect.drive']],
  ['drive clients add reader', ['add.mirror-client']],
  ['drive clients remove reader', ['remove.mirror-client']],
  ['sessions revoke sam', ['revoke.session']],
  ['tokens create ana', ['create.token']],
  ['tokens expire ana --expires-in-days 7', ['change.token-expiration']],
  ['tokens revoke ana', ['revoke.token']],
];

/** Commands without audit entries, with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  init: 'writes a settings file',
  doctor: 'reads',
  serve: 'the requests that it serves add entries',
  gateway: 'has no database',
  migrate: 'drizzle.rampart_migration has each migration and its time',
  config: 'reads',
  'zones list': 'reads',
  'zones pull': 'leaves import.zone for each import: test/zones/pull-https.test.ts',
  'zones brands list': 'reads',
  'zones blocklist': 'reads',
  'zones policy-zones': 'reads',
  'zones nameservers domains': 'reads',
  'zones nameservers changes': 'reads',
  'zones bulk-registrations list': 'reads',
  'zones bulk-registrations names': 'reads',
  'zones certificates': 'reads; hits that --read finds have no actor, like those of the job',
  'zones export': 'reads',
  'zones brands hits': 'reads',
  'rdap lookup': 'reads; with --keep leaves watch.domain',
  'rdap watches': 'reads',
  'rdap history': 'reads',
  'rdap bulk list': 'reads',
  'rdap bulk show': 'reads',
  'rdap bulk results': 'reads',
  'rdap bulk cancel': 'leaves cancel.bulk-lookup: test/rdap/bulk-lookups.test.ts',
  'license keypair': 'has no database',
  'license signing-key': 'has no database',
  'license issue': 'has no database: it runs where the private key is',
  'license verify': 'reads',
  'license show': 'reads',
  'usage head': 'reads',
  'usage export': 'reads',
  'usage prove': 'reads',
  'usage consistency': 'reads',
  'usage verify': 'reads',
  'usage check-ins': 'reads',
  'controllers list': 'reads',
  'controllers warnings': 'reads',
  'controllers documents list': 'reads',
  'controllers documents show': 'reads',
  'controllers documents preview': 'reads',
  'controllers documents replace': 'leaves replace.license and others: test/licenses/license-editing.test.ts',
  'controllers documents use-file': 'the same',
  'controllers machine-file': 'leaves issue.machine-file: test/licenses/machine-files.test.ts',
  'drive move': 'leaves move.drive-contents: test/drive/object-store-processes.test.ts',
  'drive status': 'reads',
  'drive search': 'reads',
  'drive sites list': 'reads',
  'drive guard list': 'reads',
  'drive guard show': 'reads',
  'drive sites show': 'reads',
  'drive clients list': 'reads',
  'accounts list': 'reads',
  'accounts mails': 'reads',
  'sessions list': 'reads',
  'tokens list': 'reads',
  'alerts export': 'reads',
  'endpoints export': 'reads',
  export: 'reads',
  'alerts retention': 'reads',
  'alerts suppressions list': 'reads',
  'alerts suppressions preview': 'reads',
  'audit list': 'reads',
  'audit export': 'reads',
  'audit verify': 'reads',
  'schema print': 'reads',
  cleanup: 'deletes databases that no data directory uses',
  demo: 'fills a temporary database',
  completion: 'prints',
  backup: 'reads',
  restore: 'adds restore.backup to the restored instance: test/backup',
};

async function run(args: string) {
  const input = args
    .split(' ')
    .map((argument) => (/^(zone|zone-restored|names|inferences\.ndjson)$/.test(argument) ? file(argument) : argument));
  return await runHere(input, { environment });
}

async function exportEntries(args = ''): Promise<Record<string, unknown>[]> {
  const { code, output, errors } = await runHere(['audit', 'export', ...args.split(' ').filter(Boolean)], {
    environment,
  });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('the audit entries of each command that changes data', () => {
  test.each(recorded)('are added by %s', async (args, entries) => {
    const readEntries = async () => await auditEntries(opened.database);
    const entryCount = (await readEntries()).length;
    const { code, errors } = await run(args);
    expect(code, errors).toBe(0);
    const added = (await readEntries()).slice(entryCount);
    const actor = { actorKind: 'operator', actorId: 'command-line', actorName: 'command-line' };
    const origin = { ...actor, via: 'command-line', sourceAddress: null };
    expect(added).toEqual(entries.map((action) => expect.objectContaining({ ...origin, action })));
  });

  test('are tested for all commands', async () => {
    const known = [...recorded.map(([args]) => args), ...Object.keys(unrecorded)];
    const isKnown = (command: string) => known.some((args) => args === command || args.startsWith(`${command} `));
    const commands = allCommands(commandTree(await wholeProgram(), undefined));
    const paths = commands.filter(({ commands: below }) => below.length === 0).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((command) => !isKnown(command))).toEqual([]);
  });
});

describe('rampart audit', () => {
  test('lists the newest entries first, as a table and as JSON', async () => {
    const { output } = await run('audit list --limit 2');
    expect(output).toMatch(/^SEQUENCE +TIME +ACTOR +ACTION +OBJECT/);
    expect(output.trim().split('\n')).toHaveLength(3);
    const [newest, older] = JSON.parse((await run('audit list --limit 2 --json')).output);
    expect([newest.action, older.action]).toEqual(['revoke.token', 'change.token-expiration']);
    expect(newest.before).toMatchObject({ name: 'ana', role: 'analyst' });
  });

  test('shows the id of an actor, because a person can have the name of another actor', async () => {
    const person = { kind: 'operator', name: 'admin', role: 'viewer', tenantId: null } as const;
    const request = {
      caller: { ...person, credentialId: 'person:corp:mallory' },
      via: 'rest',
      sourceAddress: '',
    } as const;
    await opened.database.transaction((sql) =>
      recordAudit(sql, request, { action: 'create.session', object: 'session:x' }),
    );
    expect((await run('audit list --limit 1')).output).toContain('admin (person:corp:mallory)');
  });

  test('exports the entries that match the filters, oldest first', async () => {
    const exported = await exportEntries(
      '--actor command-line --action import.zone --object zone:example --since 2020-01-01',
    );
    expect(exported).toMatchObject([{ action: 'import.zone', after: { serial: 7, outcome: 'applied', domains: 1 } }]);
    expect(await exportEntries('--until 2020-01-01')).toEqual([]);
    const sequences = (await exportEntries()).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from(sequences, (_, index) => index + 1));
  });

  test('continues an export after its last entry, also with changes that are older than this entry', async () => {
    const all = await exportEntries();
    expect(await exportEntries(`--after ${all.length}`)).toEqual([]);
    const { database } = opened;
    await recordAudit(database.sql, systemRequest, { action: 'test.late', object: 'test:1', at: 0 });
    expect(await exportEntries(`--after ${all.length}`)).toMatchObject([
      { sequence: all.length + 1, action: 'test.late', at: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(await exportEntries(`--after ${all.length - 1} --action test.late`)).toHaveLength(1);
  });

  test('does not continue an export after an entry that does not exist, because the log may be that of a restored backup', async () => {
    const { length: last } = await exportEntries();
    expect(await exportEntries(`--after ${last} --action no.such`)).toEqual([]);
    expect(await run(`audit export --after ${last + 1}`)).toMatchObject({
      ...{ code: 1, output: '' },
      errors: expect.stringMatching(new RegExp(`the log ends at ${last}, before ${last + 1}: `)),
    });
  });

  test.each([['--anchor 3'], ['--anchor 3:xyz']])('rejects an invalid anchor: %s', async (args) => {
    expect(await run(`audit verify ${args}`)).toMatchObject({ code: 2, errors: expect.stringContaining('SEQUENCE') });
  });

  test('rejects an anchor that retention has deleted, and explains what to do', async () => {
    const { database, url } = await openDatabaseForTest();
    const verify = async (args: readonly string[] = []) =>
      await runHere(['audit', 'verify', ...args], { environment: { ...environment, DATABASE_URL: url } });
    const [at, clock] = [1_790_000_000_000, { now: () => 1_790_000_000_000 + 2 * 86_400_000 }];
    const anchors: string[] = [];
    for (const name of ['a', 'b']) {
      await recordAudit(database.sql, systemRequest, { action: 'import.zone', object: `zone:${name}`, at });
      anchors.push(/anchor: (.*)\n$/.exec((await verify()).output)?.[1] ?? '');
    }
    const [older = '', last = ''] = anchors;
    await sweepAudit({ database, clock, retentionDays: 1 });
    expect((await verify(['--anchor', last])).code).toBe(0);
    const failed = await verify(['--anchor', older]);
    expect(failed).toMatchObject({ code: 1, output: '' });
    expect(failed.errors).toMatch(
      /^rampart: the anchor cannot .* deleted entry 1; the 1 stored entry is intact; use a newer anchor: 3:[0-9a-f]{64}\n$/,
    );
    const asJson = await verify(['--anchor', older, '--json']);
    expect([asJson.code, JSON.parse(asJson.output)]).toMatchObject([1, { broken: null, anchor_removed: true }]);
  });

  test('verifies the chain, and reports the first broken entry with the reason', async () => {
    const intact = await run('audit verify');
    expect(intact.code).toBe(0);
    const [, anchor = ''] = /\nanchor: (\d+:[0-9a-f]{64})\n$/.exec(intact.output) ?? [];
    expect((await run(`audit verify --anchor ${anchor}`)).code).toBe(0);
    await opened.database.transaction(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update platform.audit_entry set after = '{"serial":8}' where action = 'import.zone'`;
    });
    const broken = await run('audit verify');
    expect(broken).toMatchObject({ code: 1, output: '' });
    expect(broken.errors).toMatch(/^rampart: the audit log is broken at entry \d+: the content or position.*\n$/);
    const asJson = await run('audit verify --json');
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.output).broken.sequence).toBe(Number(/entry (\d+)/.exec(broken.errors)?.[1]));
  });
});
