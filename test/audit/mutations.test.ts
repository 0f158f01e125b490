import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditEntry, readAudit } from '../../platform/audit/index.js';
import { encodeCursor } from '../../platform/cursor.js';
import type { Database } from '../../platform/database/index.js';
import { nodeId } from '../../platform/graph/index.js';
import { driveWorld } from '../drive/support/drive-world.js';
import { queryDrive } from '../drive/support/query-drive.js';
import { type CallerName, describeCallers } from '../graph/support/callers.js';
import { describeEnvironment, openAlerts } from '../graph/support/environment.js';
import { guidOf } from '../licenses/support/license-world.js';
import { recordedDriveMutations, recordedMutations, unrecordedMutations } from './support/changes.js';
import type { Subjects } from './support/recorded-mutation.js';
import { createSubjects } from './support/subjects.js';

const platform = describeEnvironment({ RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });
const world = describeCallers(platform);
let subjects: Subjects;

let release: () => Promise<void>;
afterAll(() => release());

beforeAll(async () => {
  ({ subjects, release } = await createSubjects(platform, change));
});

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

/** Sends the REST request of a mutation, and records the id of a created subscription. */
async function changeByRest(
  caller: CallerName,
  { path, method, body }: { path: string; method: string; body?: object },
) {
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { status, body: response } = await world.send(caller, path, request);
  expect(status).toBeLessThan(300);
  if (status === 201) subjects.subscription = (JSON.parse(response) as { id: string }).id; // The response is documented.
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

describe('the audit entries of each mutation over HTTP', () => {
  test.each(recordedMutations)('are added by $field', async ({ field, caller, selection, rest, entries }) => {
    const added = await entriesOf(platform.test.database, async () => {
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
    expect(added).toEqual(expected);
  });

  test('are added for a followed site', async () => {
    const followed = await driveWorld();
    followed.site.addLibrary('/sites/other');
    await followed.test.database.sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change,
      began_at, noticed_at, grown_at, score, reasons, known_files)
      values ('s', 'deletion', 'open', 1, 2, 1, 1, 1, 100, '{}', 9)`;
    for (const { selection, action } of recordedDriveMutations) {
      const added = await entriesOf(followed.test.database, async () => {
        const { codes } = await queryDrive(followed, `mutation { ${selection} }`);
        expect(codes).toBeUndefined();
      });
      expect(added.map((entry) => entry.action)).toEqual([action]);
    }
  });

  test('are tested for all mutations', () => {
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
    const added = await entriesOf(platform.test.database, () =>
      change(
        'admin',
        `changeAlertStatuses(input: { ids: ["${one}", "${two}", "${three}", "${randomUUID()}"], status: OPEN }) { changedCount }`,
      ),
    );
    const byTenant = new Map(added.map((entry) => [entry.tenantId, entry]));
    expect([...byTenant.keys()].sort()).toEqual(['acme', 'globex']);
    const acme = byTenant.get('acme');
    const status: Record<string, string> = { [`alert:${one}`]: 'open', [`alert:${two}`]: 'resolved' };
    expect(acme?.objects.toSorted()).toEqual(Object.keys(status).sort());
    expect(JSON.parse(acme?.before ?? '')).toEqual({ status: acme?.objects.map((object) => status[object]) });
    expect(JSON.parse(byTenant.get('globex')?.before ?? '')).toEqual({ status: 'open' });
  });

  test('for a repeated evidence link contains the previous link', async () => {
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
    const readEntries = (): Promise<AuditEntry[]> => readAudit(platform.test.database, query);
    await expect.poll(readEntries).toHaveLength(1);
    const [entry] = await readEntries();
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

describe('the audit log in the GraphQL API', () => {
  const document = `query ($filter: AuditFilter, $first: Int, $after: String) {
    auditEntries(filter: $filter, first: $first, after: $after) {
      nodes { sequence hash at actor { kind id name } via sourceAddress action objects tenantId before after }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }`;
  const sendRequest = async (caller: CallerName, variables: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: document, variables });
    return JSON.parse((await world.send(caller, '/graphql', { method: 'POST', headers, body })).body);
  };

  test('is paginated, newest first', async () => {
    const whole: Page = (await sendRequest('admin', { first: 1000 })).data.auditEntries;
    const sequences = whole.nodes.map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, index) => sequences.length - index));
    const paged: number[] = [];
    for (let after: string | null = null; ; ) {
      const page: Page = (await sendRequest('admin', { first: 7, after })).data.auditEntries;
      paged.push(...page.nodes.map(({ sequence }) => sequence));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(sequences);
  });

  test.each([0.5, 1e300])('rejects a cursor with the number %d', async (value) => {
    const after = encodeCursor({ order: 'audit_sequence', value, ids: [] });
    const { errors } = await sendRequest('admin', { after });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('returns an entry by its global id to administrators only', async () => {
    const readById = async (caller: CallerName, sequence: string) => {
      const query = `{ node(id: "${nodeId('AuditEntry', sequence)}") { id ... on AuditEntry { sequence } } }`;
      const headers = { 'content-type': 'application/json' };
      const response = await world.send(caller, '/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return JSON.parse(response.body);
    };
    expect((await readById('admin', '2')).data.node).toEqual({ id: nodeId('AuditEntry', '2'), sequence: 2 });
    for (const missing of ['999999', '0', '02', '1.5', 'x', '9'.repeat(30)]) {
      expect(await readById('admin', missing)).toEqual({ data: { node: null } });
    }
    expect(await readById('analyst', '2')).toMatchObject({
      data: { node: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });

  test('is filtered by actor, action, object and time', async () => {
    const filter = {
      ...{ actorKind: 'OPERATOR', actor: 'admin', action: 'release.seat', object: `controller:${guidOf(1)}` },
      ...{ since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
    };
    const { nodes } = (await sendRequest('admin', { filter })).data.auditEntries;
    expect(nodes).toMatchObject([
      {
        via: 'GRAPHQL',
        actor: { kind: 'OPERATOR', id: 'settings:admin', name: 'admin' },
        before: { hostname: 'WS-1' },
      },
    ]);
    for (const other of [{ actor: 'ben' }, { until: '2020-01-01T00:00:00Z' }, { object: 'controller:other' }]) {
      expect((await sendRequest('admin', { filter: { ...filter, ...other } })).data.auditEntries.nodes).toEqual([]);
    }
  });

  test.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['open', 'UNAUTHENTICATED'],
    ['account', 'FORBIDDEN'],
    ['mirror', 'FORBIDDEN'],
    ['tenant', 'FORBIDDEN'],
    ['analyst', 'FORBIDDEN'],
  ] as const)('rejects the caller "%s"', async (caller, code) => {
    expect(await sendRequest(caller)).toMatchObject({
      data: { auditEntries: null },
      errors: [{ extensions: { code } }],
    });
  });

  test('contains no password, key, token or clientState', async () => {
    const { sql } = platform.test.database;
    const rows = await sql<{ text: string }[]>`
      select entry::text as text from platform.audit_entry entry union all select pending::text from platform.audit_pending pending`;
    const hashes = await sql<{ hash: string }[]>`
      select hash from gateway.operator_tokens union all select hash from zones.api_key_secret
      union all select secret_hash from drive.mirror_client union all select password_hash from zones.account`;
    const contents = rows.map(({ text }) => text).join('\n');
    for (const { hash } of hashes) expect(contents).not.toContain(hash);
    expect(contents).not.toMatch(
      /correct horse battery|wrong donkey dynamo|the state of the client|(zf_[a-z]+_|rp[tl]_|rdm_)[0-9A-Za-z]{16}/,
    );
  });
});
