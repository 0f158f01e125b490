import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OperatorTokens, Sessions } from '../../gateway/index.js';
import { type AuditEntry, callerId, readAudit } from '../../platform/audit/index.js';
import { localRequest } from '../../platform/caller.js';
import type { Database } from '../../platform/database/index.js';
import { nodeId } from '../../platform/graph/index.js';
import { hashSecretToken, secretTokenKind } from '../../platform/secret-token.js';
import { openIncident } from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { driveWorld } from '../drive/support/drive-world.js';
import { startReceiver } from '../drive/support/folder-mirror.js';
import { queryDrive } from '../drive/support/query-drive.js';
import { type CallerName, describeCallers } from '../graph/support/callers.js';
import { describeEnvironment, openAlerts, registerControllers, serveFiles } from '../graph/support/environment.js';
import { guidOf } from '../licenses/support/license-world.js';
import { storeRule } from '../notifications/support/stored-rules.js';
import { testConfiguration } from '../support/index.js';
import { recordedDriveMutations, recordedMutations, unrecordedMutations } from './support/changes.js';
import type { Subjects } from './support/recorded-mutation.js';

const platform = describeEnvironment({ RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });
const world = describeCallers(platform);
let subjects: Subjects;

let release: () => Promise<void>;
afterAll(() => release());

beforeAll(async () => {
  const [alert = ''] = await openAlerts(platform, [{ tenant_id: 'acme', endpoint_id: 'WS-1' }]);
  await registerControllers(platform, [{ guid: guidOf(1), hostname: 'WS-1' }]);
  const item = (await serveFiles(platform, { 'report.pdf': 'what was found' })).get('report.pdf');
  const { url: notificationUrl } = await startReceiver();
  const { sql } = platform.test.database;
  const [mail] = await sql<{ id: string }[]>`update zones.mail set status = 'failed'
    where id = (select id from zones.mail limit 1) returning id`;
  subjects = {
    ...{ alert, siteId: item?.siteId ?? '', itemId: item?.itemId ?? '' },
    ...{ notificationUrl, expiresAt: new Date((platform.now + 3600) * 1000).toISOString() },
    ...{ subscription: '', mail: mail?.id ?? '' },
    emailToken: await mailedToken('zf_email_', 'email_confirmation'),
    resetToken: await mailedToken('zf_reset_', 'password_reset'),
    ...(await operatorAccess()),
    comment: await addComment(alert),
    ...(await brandWithHit()),
    ...(await watchAndBulkLookup()),
    ...(await openIncidents()),
    backtest: await waitingBacktest(),
    bulkChanges: [await previewChange('analyst'), await previewChange('tenant')],
    suppression: await suppress(),
    view: await shareView(),
    notificationRule: await storeRule(sql, { tenantId: 'acme' }),
  };
});

/** A rule that suppresses alerts. */
async function suppress(): Promise<string> {
  const added = await change(
    'analyst',
    's: addAlertSuppression(input: { filter: { modelName: ["none"] }, reason: "r" }) { suppression { id } }',
  );
  return (added.data as { s?: { suppression?: { id: string } } }).s?.suppression?.id ?? '';
}

/** A comment of the caller who edits it below. */
async function addComment(alert: string): Promise<string> {
  const added = await change(
    'analyst',
    `c: addAlertComment(input: { alertId: "${alert}", body: "a" }) { comment { id } }`,
  );
  return (added.data as { c?: { comment?: { id: string } } }).c?.comment?.id ?? '';
}

/** A brand of the tenant with a hit. */
async function brandWithHit() {
  const { sql } = platform.test.database;
  const { id } = await platform.zones.addBrand(requestOf(), { name: 'acme', tenantId: 'acme' });
  const [hit] = await sql<{ id: string }[]>`with added as (
      insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes,
        file_digest) values ('example', '.example', 0, 0, 0, 0, 0, 0, '') returning id
    )
    insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
      is_unmatched, revision, since, found_at)
    select ${id}, 'acme', id, 'acrne', 'homoglyph', 2, 'scan', 'open', true, false, 1, 1, 1 from added returning id`;
  return { brand: nodeId('Brand', id), brandHit: nodeId('BrandHit', hit?.id ?? '') };
}

async function watchAndBulkLookup() {
  const { watchDomain, startBulkLookup } = platform.zones;
  const { id } = await watchDomain(requestOf(), { domain: 'acme.net', intervalHours: 0, tenantId: 'acme' });
  const { job } = await startBulkLookup(requestOf(), { domains: ['acme.net'], tenantId: 'acme' });
  return { watch: id, bulkLookup: job?.id ?? '' };
}

/** Two incidents of the tenant, and an alert that is in none. */
async function openIncidents() {
  const hosts = ['WS-2', 'WS-3', 'WS-4', 'WS-5'].map((endpoint_id) => ({ tenant_id: 'acme', endpoint_id }));
  const [first = '', second = '', third = '', single = ''] = await openAlerts(platform, hosts);
  const request = { ...platform.alerts, ...requestOf() };
  const grouped = [first, second];
  const ownerId = callerId(request.caller);
  const { id } = await openIncident(request, { title: 'i', alertIds: grouped, ownerId });
  const other = await openIncident(request, { title: 'o', alertIds: [third] });
  return { incident: nodeId('Incident', id), otherIncident: nodeId('Incident', other.id), grouped, single };
}

/** A running backtest that no job computes, because another connection has its lock until the end of the tests. */
async function waitingBacktest(): Promise<string> {
  const { sql } = platform.test.database;
  const id = randomUUID();
  const other = await sql.reserve();
  release = async () => {
    await other`select pg_advisory_unlock_all()`;
    other.release();
  };
  await other`select pg_advisory_lock(hashtextextended(${`rampart policy backtest ${id}`}, 0))`;
  await sql`insert into alerts.policy_backtest (id, state, days, min_threshold, dedup_window_seconds, current_min_threshold,
    current_dedup_window_seconds, creator_id, creator_name, via, created_at)
    values (${id}, 'running', 1, 0.5, 3600, 0.5, 3600, 'operator:ada', 'ada', 'graphql', ${platform.now})`;
  return id;
}

async function shareView(): Promise<string> {
  const query =
    'c: createAlertView(input: { name: "s", parameters: "", isShared: true, tenantId: "acme" }) { view { id } }';
  return ((await change('analyst', query)).data as { c?: { view?: { id: string } } }).c?.view?.id ?? '';
}

async function previewChange(caller: CallerName): Promise<string> {
  const query = 'c: previewBulkAlertChange(input: { filter: { endpointId: "none" }, status: OPEN }) { change { id } }';
  return ((await change(caller, query)).data as { c?: { change?: { id: string } } }).c?.change?.id ?? '';
}

/** An operator token and a person, each with a session, and a mirror client. */
async function operatorAccess() {
  const { database, clock } = platform.platform;
  const token = await new OperatorTokens({ database, clock }).create({ name: 'tess', role: 'viewer', tenantId: null });
  const sessions = new Sessions({ database, clock, configuration: testConfiguration(platform.environment) });
  const opened = async (name: string, more: object) => {
    const caller = { kind: 'operator', name, role: 'viewer', tenantId: null, credentialId: name } as const;
    return (await sessions.create({ caller, sourceAddress: '192.0.2.1', ...more }, localRequest)).session.id;
  };
  const session = await opened('tess', { tokenId: token.id });
  const signedInAt = {
    provider: 'corp',
    issuer: 'https://corp.example',
    subject: 'p',
    providerSession: null,
    idToken: 'x',
  };
  await opened('pat', { signedInAt });
  const [person] = await database.sql<{ id: string }[]>`select id from gateway.person`;
  const { client } = await platform.drive.addMirrorClient(requestOf(), { name: 'mirrored' });
  return { operatorToken: token.id, session, person: person?.id ?? '', mirrorClient: client.id };
}

/** A token as mailed to the test's account, whose address is not confirmed. */
async function mailedToken(mark: string, kind: string): Promise<string> {
  const { sql } = platform.test.database;
  const token = secretTokenKind(mark).create();
  const expiresAt = (platform.now + 3600) * 1000;
  await sql`with owner as (
      update zones.account set email_confirmed = false where username = 'zoe' returning id
    ), mail as (
      insert into zones.credential_mail (account_id, kind, recipient, status, created_at, due_at)
      select id, ${kind}, 'zoe@mail.example', 'sent', 1, 1 from owner returning id
    )
    insert into zones.credential_token (hash, mail_id, expires_at) select ${hashSecretToken(token)}, id, ${expiresAt} from mail`;
  return token;
}

/** The audit entries of the work, oldest first, without those of jobs that it starts. */
async function entriesOf(database: Database, work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const everything = { filter: {}, from: null, limit: 1, order: 'newest-first' } as const;
  const [last] = await readAudit(database, everything);
  await work();
  const since = { ...everything, from: last?.sequence ?? 0, limit: 100, order: 'oldest-first' } as const;
  return (await readAudit(database, since)).filter(({ via }) => via !== 'job');
}

async function change(caller: CallerName, query: string) {
  const headers = { 'content-type': 'application/json' };
  const { body } = await world.send(caller, '/graphql', {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ query: `mutation { ${query} }` }),
  });
  return JSON.parse(body) as { data: Record<string, { id?: string }>; errors?: unknown };
}

/** Records the id of a created subscription. */
async function changeByRest(
  caller: CallerName,
  { path, method, body }: { path: string; method: string; body?: object },
) {
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { status, body: answer } = await world.send(caller, path, request);
  expect(status).toBeLessThan(300);
  if (status === 201) subjects.subscription = (JSON.parse(answer) as { id: string }).id; // The response is documented.
}

const actors: Partial<Record<CallerName, object>> = {
  anonymous: { actorKind: 'anonymous', actorId: null },
  open: { actorKind: 'anonymous', actorId: null },
  tenant: { actorKind: 'operator', actorName: 'ana', actorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  analyst: { actorKind: 'operator', actorName: 'ben', actorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  admin: { actorKind: 'operator', actorName: 'admin', actorId: 'settings:admin' },
  account: { actorKind: 'account', actorName: 'zoe', actorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  mirror: { actorKind: 'mirror-client', actorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
};

/** Callers identified by a password or a mailed token. */
const owners: Readonly<Record<string, object>> = {
  generateApiKey: { actorKind: 'account', actorName: 'walker' },
  confirmEmail: { actorKind: 'account', actorName: 'zoe' },
  resetPassword: { actorKind: 'account', actorName: 'zoe' },
  changePassword: { actorKind: 'account', actorName: 'zoe' },
};

describe('each mutation over HTTP adds audit entries', () => {
  test.each(recordedMutations)('$field', async ({ field, caller, selection, rest, entries }) => {
    const found = await entriesOf(platform.test.database, async () => {
      if (rest !== undefined) return await changeByRest(caller, rest(subjects));
      const { errors } = await change(caller, selection(subjects));
      expect(errors).toBeUndefined();
    });
    const actor = owners[field] ?? actors[caller];
    const expected = entries.map(([action, object]) =>
      expect.objectContaining({
        ...actor,
        ...{ action, via: rest === undefined ? 'graphql' : 'rest', sourceAddress: '127.0.0.1' },
        objects: expect.arrayContaining([expect.stringMatching(new RegExp(`^${object.replace('ID', '.+')}$`))]),
      }),
    );
    expect(found).toEqual(expected);
  });

  test('of a followed site', async () => {
    const followed = await driveWorld();
    followed.site.addLibrary('/sites/other');
    await followed.test.database.sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change,
      began_at, noticed_at, grown_at, score, reasons, known_files)
      values ('s', 'deletion', 'open', 1, 2, 1, 1, 1, 100, '{}', 9)`;
    for (const { selection, action } of recordedDriveMutations) {
      const found = await entriesOf(followed.test.database, async () => {
        const { codes } = await queryDrive(followed, `mutation { ${selection} }`);
        expect(codes).toBeUndefined();
      });
      expect(found.map((entry) => entry.action)).toEqual([action]);
    }
  });

  test('covers all mutations', () => {
    const fields = Object.keys(world.server.graph.internal.apiSchema.getMutationType()?.getFields() ?? {});
    const known = [...recordedMutations, ...recordedDriveMutations].map(({ field }) => field);
    expect(fields.filter((field) => !known.includes(field) && !(field in unrecordedMutations))).toEqual([]);
    expect(Object.keys(unrecordedMutations).filter((field) => !fields.includes(field))).toEqual([]);
  });
});

function selectionOf(field: string): string {
  return recordedMutations.find((mutation) => mutation.field === field)?.selection(subjects) ?? '';
}

describe('an audit entry', () => {
  test('names the REST interface', async () => {
    const [entry, ...others] = await entriesOf(platform.test.database, () =>
      world.send('tenant', `/alerts/${subjects.alert}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'investigating', notes: 'looking', resolved_by: 'a free text' }),
      }),
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ action: 'update.alert', via: 'rest', actorName: 'ana', tenantId: 'acme' },
      objects: [`alert:${subjects.alert}`],
    });
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      ...{ status: 'investigating', notes: 'looking', actor: 'a free text' },
    });
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({ status: 'open', notes: 'seen' });
  });

  test('is added per tenant for a bulk update, with the previous status of each alert', async () => {
    const hosts = ['acme', 'acme', 'globex'].map((tenant_id, index) => ({ tenant_id, endpoint_id: `many-${index}` }));
    const [one = '', two = '', three = ''] = await openAlerts(platform, hosts);
    await change('admin', `updateAlert(input: { id: "${two}", status: RESOLVED }) { alert { id } }`);
    const found = await entriesOf(platform.test.database, () =>
      change(
        'admin',
        `changeAlertStatuses(input: { ids: ["${one}", "${two}", "${three}", "${randomUUID()}"], status: OPEN }) { changedCount }`,
      ),
    );
    const byTenant = new Map(found.map((entry) => [entry.tenantId, entry]));
    expect([...byTenant.keys()].sort()).toEqual(['acme', 'globex']);
    const acme = byTenant.get('acme');
    const status: Record<string, string> = { [`alert:${one}`]: 'open', [`alert:${two}`]: 'resolved' };
    expect(acme?.objects.toSorted()).toEqual(Object.keys(status).sort());
    expect(JSON.parse(acme?.before ?? '')).toEqual({ status: acme?.objects.map((object) => status[object]) });
    expect(JSON.parse(byTenant.get('globex')?.before ?? '')).toEqual({ status: 'open' });
  });

  test('of a repeated evidence link contains the previous link', async () => {
    const { alert, siteId, itemId } = subjects;
    const link = (notes: string) =>
      `linkDriveEvidence(input: { alertId: "${alert}", siteId: "${siteId}", itemId: "${itemId}", notes: "${notes}" }) { evidence { notes } }`;
    await change('analyst', link('first'));
    const [entry] = await entriesOf(platform.test.database, () => change('admin', link('second')));
    expect(entry).toMatchObject({ actorName: 'admin', after: '{"notes":"second"}' });
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({ notes: 'first', actor: 'ben' });
  });

  test('has the system actor for an automatic change, such as an email that was sent', async () => {
    const query = { filter: { action: 'send.mail' }, from: null, limit: 1, order: 'newest-first' } as const;
    const sent = (): Promise<AuditEntry[]> => readAudit(platform.test.database, query);
    await expect.poll(sent, { timeout: 30_000 }).toHaveLength(1);
    const [entry] = await sent();
    expect(entry).toMatchObject({
      ...{ actorKind: 'system', actorId: null, via: 'job', sourceAddress: null, before: '{"status":"waiting"}' },
      objects: [expect.stringMatching(/^mail:/), expect.stringMatching(/^account:/)],
    });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ status: 'sent', recipient: expect.stringContaining('@') });
  });

  test.each([
    ['a rejected mutation', 'analyst', (): string => 'approveAccount(input: { username: "walker" }) { isFirst }'],
    [
      'a mutation of a missing object',
      'admin',
      (): string => `releaseController(guid: "${guidOf(9)}") { controller { guid } }`,
    ],
    [
      'a mutation that violates a rule',
      'admin',
      (): string => 'approveAccount(input: { username: "zoe" }) { isFirst }',
    ],
    ['a repeated import', 'analyst', (): string => selectionOf('importInferences')],
  ] as const)('is not added for %s', async (_, caller, selection) => {
    expect(await entriesOf(platform.test.database, () => change(caller, selection()))).toEqual([]);
  });
});

interface Page {
  readonly nodes: readonly { readonly sequence: number }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly endCursor: string };
}

describe('the audit log in the graph', () => {
  const document = `query ($filter: AuditFilter, $first: Int, $after: String) {
    auditEntries(filter: $filter, first: $first, after: $after) {
      nodes { sequence hash at actor { kind id name } via sourceAddress action objects tenantId before after }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }`;
  const ask = async (caller: CallerName, variables: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: document, variables });
    return JSON.parse((await world.send(caller, '/graphql', { method: 'POST', headers, body })).body);
  };

  test('is paginated, newest first', async () => {
    const whole: Page = (await ask('admin', { first: 1000 })).data.auditEntries;
    const sequences = whole.nodes.map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, index) => sequences.length - index));
    const paged: number[] = [];
    for (let after: string | null = null; ; ) {
      const page: Page = (await ask('admin', { first: 7, after })).data.auditEntries;
      paged.push(...page.nodes.map(({ sequence }) => sequence));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(sequences);
  });

  test('returns an entry by its global id to administrators only', async () => {
    const byId = async (caller: CallerName, sequence: string) => {
      const query = `{ node(id: "${nodeId('AuditEntry', sequence)}") { id ... on AuditEntry { sequence } } }`;
      const headers = { 'content-type': 'application/json' };
      const response = await world.send(caller, '/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return JSON.parse(response.body);
    };
    expect((await byId('admin', '2')).data.node).toEqual({ id: nodeId('AuditEntry', '2'), sequence: 2 });
    for (const missing of ['999999', '0', '02', '1.5', 'x', '9'.repeat(30)]) {
      expect(await byId('admin', missing)).toEqual({ data: { node: null } });
    }
    expect(await byId('analyst', '2')).toMatchObject({
      data: { node: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });

  test('is filtered by actor, action, object and time', async () => {
    const filter = {
      ...{ actorKind: 'OPERATOR', actor: 'admin', action: 'release.seat', object: `controller:${guidOf(1)}` },
      ...{ since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
    };
    const { nodes } = (await ask('admin', { filter })).data.auditEntries;
    expect(nodes).toMatchObject([
      {
        via: 'GRAPHQL',
        actor: { kind: 'OPERATOR', id: 'settings:admin', name: 'admin' },
        before: { hostname: 'WS-1' },
      },
    ]);
    for (const other of [{ actor: 'ben' }, { until: '2020-01-01T00:00:00Z' }, { object: 'controller:other' }]) {
      expect((await ask('admin', { filter: { ...filter, ...other } })).data.auditEntries.nodes).toEqual([]);
    }
  });

  test.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['open', 'UNAUTHENTICATED'],
    ['account', 'FORBIDDEN'],
    ['mirror', 'FORBIDDEN'],
    ['tenant', 'FORBIDDEN'],
    ['analyst', 'FORBIDDEN'],
  ] as const)('rejects %s', async (caller, code) => {
    expect(await ask(caller)).toMatchObject({ data: { auditEntries: null }, errors: [{ extensions: { code } }] });
  });

  test('contains no password, key, token or clientState', async () => {
    const { sql } = platform.test.database;
    const rows = await sql<{ text: string }[]>`
      select entry::text as text from platform.audit_entry entry union all select pending::text from platform.audit_pending pending`;
    const hashes = await sql<{ hash: string }[]>`
      select hash from gateway.operator_tokens union all select hash from zones.api_key_secret
      union all select secret_hash from drive.mirror_client union all select password_hash from zones.account`;
    const all = rows.map(({ text }) => text).join('\n');
    for (const { hash } of hashes) expect(all).not.toContain(hash);
    expect(all).not.toMatch(
      /correct horse battery|wrong donkey dynamo|the state of the client|(zf_[a-z]+_|rp[tl]_|rdm_)[0-9A-Za-z]{16}/,
    );
  });
});
