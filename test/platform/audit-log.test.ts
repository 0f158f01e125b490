import { describe, expect, test } from 'vitest';
import {
  appendPendingEntries,
  auditOfObjects,
  type ChainLink,
  readAudit,
  recordAudit,
  sweepAudit,
  verifyAudit,
} from '../../platform/audit/index.js';
import type { RequestContext } from '../../platform/caller.js';
import type { Database } from '../../platform/database/index.js';
import { auditEntries } from '../audit/support/entries.js';
import { openDatabaseForTest } from '../support/index.js';

const request: Pick<RequestContext, 'caller' | 'via' | 'sourceAddress'> = {
  caller: { kind: 'operator', credentialId: 'token-1', name: 'ana', role: 'admin', tenantId: null },
  via: 'graphql',
  sourceAddress: '203.0.113.7',
};

async function open(): Promise<Database> {
  return (await openDatabaseForTest()).database;
}

async function record(database: Database, name: string, at?: number): Promise<void> {
  await database.guard((sql) =>
    recordAudit(sql, request, { action: 'import.zone', object: `zone:${name}`, after: { name }, ...(at && { at }) }),
  );
}

/** Changes rows directly, like an attacker with the permissions of the owner. */
async function tamper(database: Database, statement: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql.unsafe(statement);
  });
}

async function chainOf(names: readonly string[]): Promise<Database> {
  const database = await open();
  for (const name of names) await record(database, name);
  expect((await verifyAudit(database)).broken).toBeNull();
  return database;
}

test('an entry contains actor, action, object, states before and after, time, interface and source address', async () => {
  const database = await open();
  await database.guard((sql) =>
    recordAudit(sql, request, {
      ...{ action: 'approve.account', object: ['account:1', 'mail:2'], tenantId: 'acme', at: 1_790_000_000_123 },
      ...{ before: { status: 'pending' }, after: { status: 'approved' } },
    }),
  );
  const [entry] = await auditEntries(database);
  expect(entry).toEqual({
    ...{ sequence: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/), at: 1_790_000_000_123 },
    ...{ actorKind: 'operator', actorId: 'token-1', actorName: 'ana', via: 'graphql', sourceAddress: '203.0.113.7' },
    ...{ action: 'approve.account', objects: ['account:1', 'mail:2'], tenantId: 'acme' },
    ...{ before: '{"status":"pending"}', after: '{"status":"approved"}' },
  });
});

test('a change that is rolled back adds no entry', async () => {
  const database = await open();
  const rolledBack = database.transaction(async (sql) => {
    await recordAudit(sql, request, { action: 'import.zone', object: 'zone:undone' });
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  await record(database, 'kept');
  expect((await auditEntries(database)).map(({ sequence, objects }) => [sequence, objects])).toEqual([
    [1, ['zone:kept']],
  ]);
});

test('entries of concurrent writers and sealers form one complete, unbroken chain', async () => {
  const database = await open();
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let count = 0; count < 25; count++) {
      await database.transaction(async (sql) => {
        await recordAudit(sql, request, { action: 'import.zone', object: `zone:${writer}-${count}` });
        // Commits have a different order than entries.
        await sql`select pg_sleep(random() / 200)`;
      });
      if (count % 5 === writer % 5) await appendPendingEntries(database);
    }
  });
  await Promise.all(writers);
  expect(await verifyAudit(database)).toMatchObject({ entries: 400, first: 1, head: { sequence: 400 }, broken: null });
  const expected = Array.from({ length: 16 }, (_, writer) =>
    Array.from({ length: 25 }, (_, count) => `zone:${writer}-${count}`),
  );
  expect((await auditEntries(database)).map(({ objects }) => objects[0]).sort()).toEqual(expected.flat().sort());
});

test('sealing does not wait for open transactions, and chains their entries later', async () => {
  const database = await open();
  await database.transaction(async (sql) => {
    await recordAudit(sql, request, { action: 'import.zone', object: 'zone:slow' });
    await record(database, 'quick');
    await appendPendingEntries(database);
    const [entry] = await auditEntries(database);
    expect(entry?.objects).toEqual(['zone:quick']);
  });
  expect((await auditEntries(database)).map(({ objects }) => objects[0])).toEqual(['zone:quick', 'zone:slow']);
  expect((await verifyAudit(database)).broken).toBeNull();
});

describe('verification detects', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const copied = 'at, actor_kind, actor_id, actor_name, via, source_address, action, objects, tenant_id, before, after';

  test.each([
    ['a changed entry', `update platform.audit_entry set actor_name = 'eve' where sequence = 3`, 3, /was changed/],
    ['a changed hash', `update platform.audit_entry set hash = repeat('0', 64) where sequence = 3`, 3, /was changed/],
    ['a deleted entry', 'delete from platform.audit_entry where sequence = 3', 3, /is missing/],
    ['a deleted first entry', 'delete from platform.audit_entry where sequence = 1', 1, /is missing/],
    ['a deleted last entry', 'delete from platform.audit_entry where sequence = 5', 5, /is missing/],
    ['the deletion of all entries', 'truncate platform.audit_entry', 1, /is missing/],
    [
      'swapped entries',
      'update platform.audit_entry set sequence = case sequence when 2 then -4 else -2 end where sequence in (2, 4); update platform.audit_entry set sequence = -sequence where sequence < 0',
      2,
      /was changed/,
    ],
    [
      'an inserted entry',
      `update platform.audit_entry set sequence = -sequence - 1 where sequence >= 3;
       update platform.audit_entry set sequence = -sequence where sequence < 0;
       insert into platform.audit_entry (sequence, hash, ${copied}) select 3, hash, ${copied} from platform.audit_entry where sequence = 2;
       update platform.audit_chain set head_sequence = 6`,
      3,
      /was changed/,
    ],
    [
      'an appended entry',
      `insert into platform.audit_entry (sequence, hash, ${copied}) select 6, hash, ${copied} from platform.audit_entry where sequence = 2`,
      6,
      /inserted after the end/,
    ],
    [
      'a deleted beginning without retention',
      `update platform.audit_chain set removed_sequence = 2, removed_hash = (select hash from platform.audit_entry where sequence = 2);
       delete from platform.audit_entry where sequence <= 2`,
      2,
      /not by retention/,
    ],
    ['a deleted record of the chain ends', 'truncate platform.audit_chain', 1, /both ends/],
  ])('%s', async (_, statement, sequence, reason) => {
    const database = await chainOf(names);
    await tamper(database, statement);
    expect((await verifyAudit(database)).broken).toEqual({ sequence, reason: expect.stringMatching(reason) });
  });

  test('a rewritten chain, with an anchor', async () => {
    const database = await chainOf(names);
    const { head: anchor } = await verifyAudit(database);
    expect((await verifyAudit(database, { anchor })).broken).toBeNull();
    await tamper(
      database,
      `truncate platform.audit_entry;
       update platform.audit_chain set head_sequence = 0, head_hash = repeat('0', 64)`,
    );
    for (const name of ['x', ...names]) await record(database, name);
    expect((await verifyAudit(database)).broken).toBeNull();
    expect((await verifyAudit(database, { anchor })).broken).toMatchObject({
      sequence: 5,
      reason: expect.stringContaining('rewritten'),
    });
    expect((await verifyAudit(database, { anchor: { ...anchor, sequence: 99 } })).broken).toEqual({
      sequence: 99,
      reason: 'the entry is missing',
    });
  });
});

test.each([
  ['update platform.audit_entry set action = action'],
  ['delete from platform.audit_entry'],
  ['update platform.audit_pending set action = action'],
  ['delete from platform.audit_pending'],
  ['delete from platform.audit_chain'],
])('the database rejects: %s', async (statement) => {
  const database = await open();
  await expect(database.guard((sql) => sql.unsafe(statement))).rejects.toThrow('the audit log is append-only');
});

test('retention deletes the oldest entries, records the deletion, and leaves a valid chain', async () => {
  const dayMs = 86_400_000;
  const start = 1_790_000_000_000;
  const database = await open();
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await record(database, name, start + index * dayMs);
  const sweepOldEntries = (days: number) =>
    sweepAudit({ database, clock: { now: () => start + days * dayMs }, retentionDays: 30 });

  await sweepOldEntries(29);
  expect(await verifyAudit(database)).toMatchObject({ entries: 4, first: 1, broken: null });
  await sweepOldEntries(31.5);
  expect(await verifyAudit(database)).toMatchObject({ entries: 3, first: 3, head: { sequence: 5 }, broken: null });
  await sweepOldEntries(32.5);
  expect(await verifyAudit(database)).toMatchObject({ entries: 3, first: 4, head: { sequence: 6 }, broken: null });
  const [keptEntry, ...removals] = await auditEntries(database);
  expect(keptEntry?.objects).toEqual(['zone:d']);
  expect(
    removals.map(({ action, actorKind, via, after }) => [action, actorKind, via, JSON.parse(after ?? '')]),
  ).toEqual([
    ['remove.audit-entries', 'system', 'job', expect.objectContaining({ firstSequence: 1, lastSequence: 2 })],
    ['remove.audit-entries', 'system', 'job', expect.objectContaining({ firstSequence: 3, lastSequence: 3 })],
  ]);
});

test('an anchor at the retention limit is verified, and an older anchor is reported as removed', async () => {
  const start = 1_790_000_000_000;
  const database = await open();
  const anchors: ChainLink[] = [];
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await record(database, name, start + index);
    anchors.push((await verifyAudit(database)).head);
  }
  const [older, last, keptEntry] = anchors as [ChainLink, ChainLink, ChainLink];
  await sweepAudit({ database, clock: { now: () => start + 2 + 86_400_000 }, retentionDays: 1 });

  for (const anchor of [last, keptEntry]) {
    expect(await verifyAudit(database, { anchor })).toMatchObject({ broken: null, isAnchorRemoved: false });
  }
  expect((await verifyAudit(database, { anchor: { ...last, hash: keptEntry.hash } })).broken).toEqual({
    sequence: 2,
    reason: expect.stringContaining('rewritten'),
  });
  expect(await verifyAudit(database, { anchor: older })).toMatchObject({ broken: null, isAnchorRemoved: true });
});

test('retention of 0 days deletes nothing', async () => {
  const database = await open();
  await record(database, 'a', 1);
  await sweepAudit({ database, clock: { now: () => 4e12 }, retentionDays: 0 });
  expect(await auditEntries(database)).toHaveLength(1);
});

test('pages are filtered by actor, action, object, tenant and time', async () => {
  const database = await open();
  const other = { ...request, caller: { kind: 'account', accountId: 'account-9', username: 'zoe' } } as const;
  await record(database, 'com', 1000);
  await record(database, 'net', 2000);
  await database.guard((sql) =>
    recordAudit(sql, other, { action: 'delete.api-key', object: 'account:9', tenantId: 'acme', at: 3000 }),
  );
  const sequencesOf = async (filter: object) => {
    const page = await readAudit(database, { filter, from: null, limit: 10, order: 'newest-first' });
    return page.map(({ sequence }) => sequence);
  };
  expect(await sequencesOf({})).toEqual([3, 2, 1]);
  expect(await sequencesOf({ actor: 'ana' })).toEqual([2, 1]);
  expect(await sequencesOf({ actor: 'account-9' })).toEqual([3]);
  expect(await sequencesOf({ actorKind: 'account' })).toEqual([3]);
  expect(await sequencesOf({ action: 'import.zone', object: 'zone:com' })).toEqual([1]);
  expect(await sequencesOf({ tenantId: 'acme' })).toEqual([3]);
  expect(await sequencesOf({ since: 2000, until: 3000 })).toEqual([2]);
});

test('entries of an object are found before and after they are chained', async () => {
  const database = await open();
  await record(database, 'com', 1000);
  await appendPendingEntries(database);
  await record(database, 'com', 2000);
  await record(database, 'net', 3000);
  const query = { objects: ['zone:com'], actions: ['import.zone'], limit: 10 };
  const entries = await database.guard((sql) => auditOfObjects(sql, query));
  expect(entries.map(({ object, at }) => [object, at])).toEqual([
    ['zone:com', 2000],
    ['zone:com', 1000],
  ]);
});
