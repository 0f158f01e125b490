import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Sql, TransactionSql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { backupContents } from '../../command-line/backup/contents.js';
import { createBackup, SnapshotLostError } from '../../platform/backup/index.js';
import { localRequest } from '../../platform/caller.js';
import { type AlertDependencies, alertDependencies, importLines } from '../../subgraphs/alerts/index.js';
import { changeAlertStatuses } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import { fieldsOf } from '../alerts/support/alert-world.js';
import { startCommand } from '../support/command-line.js';
import { dayMs, describeImportWorld, importFile, start, zoneText } from '../zones/support/import-world.js';
import { restoreTo, withoutSecrets } from './support/archives.js';
import { backupFolder, connectTo, emptyInstance, inspect, instanceLabel, succeed } from './support/backup-instances.js';

const world = describeImportWorld();
let alerts: AlertDependencies;
let number = 0;

beforeAll(() => {
  alerts = alertDependencies(world.platform);
});

function inferences(count: number): Buffer[] {
  return Array.from({ length: count }, () => {
    number++;
    const body = {
      ...{ inference_id: `i-${number}`, tenant_id: 'acme', endpoint_id: `host-${number % 7}`, platform: 'linux' },
      ...{ attack_prob: 0.97, confidence: 0.9, prediction: 'attack', ttp_techniques: ['T1059'], ttp_explanation: null },
      ...{ timestamp: start / 1000 + number * 86_400, model_name: 'm', num_nodes: 1, num_edges: 1 },
    };
    return Buffer.from(`${JSON.stringify(body)}\n`);
  });
}

/** Moves the newest changes to a new partition of the log, and returns its name. */
async function addPartition(): Promise<string> {
  world.clock.milliseconds += 20 * dayMs;
  await importFile(world, 'com', update(30 + number++));
  const [row] = await world.test.database.sql<{ name: string }[]>`
    select tableoid::regclass::text as name from zones.change order by at desc limit 1`;
  return row?.name ?? '';
}

/** Changes rows of three tables consistently, which are far apart in a backup. */
async function mark(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`insert into drive.receiver_count (kind, count, last_at) values ('mark', 1, 0)
      on conflict (kind) do update set count = receiver_count.count + 1`;
    await transaction`insert into licenses.refusal (hour, endpoint, cause, slot, count) values (0, 'mark', 'mark', 0, 1)
      on conflict (hour, endpoint, cause, slot) do update set count = refusal.count + 1`;
    await transaction`insert into zones.rdap_answer (domain, source, fetched_at, expires_at)
      select 'mark-' || count, '', 0, 0 from licenses.refusal where endpoint = 'mark'`;
  });
}

const update = (names: number) =>
  zoneText(
    'com',
    Array.from({ length: names }, (_, index) => `name-${index} x.`),
  );

/** Makes a backup in memory; `between` runs after each part of it is written. */
async function backupWhile(between: () => Promise<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  await createBackup({
    ...{ sql: world.test.database.sql, dataDir: world.folder, contents: backupContents, ...withoutSecrets },
    sink: {
      async write(bytes) {
        parts.push(...bytes);
        await between();
      },
    },
  });
  return Buffer.concat(parts);
}

/** Returns a function that runs one operation of a server per call, in turn. */
function cycleOperations(): () => Promise<unknown> {
  let step = 0;
  const { sql } = world.test.database;
  const steps = [
    () => importLines({ ...alerts, ...localRequest }, { input: Readable.from(inferences(5)) }),
    () => mark(sql),
    // A new zone adds a partition of the state.
    () => importFile(world, `zone${step}`, zoneText(`zone${step}`, ['a x.', 'b x.'])),
    async () => {
      const open = await sql<{ id: string }[]>`select id from alerts.alert where status = 'open' order by id limit 2`;
      const ids = open.map(({ id }) => id);
      await changeAlertStatuses(
        { ...alerts, ...localRequest },
        {
          ids,
          status: AlertStatus.ACKNOWLEDGED,
          fields: fieldsOf('status'),
        },
      );
    },
    // Ten days later, the log has a new partition.
    () => {
      world.clock.milliseconds += 10 * dayMs;
      return importFile(world, 'com', update(20 + step));
    },
  ];
  return () => steps[step++ % steps.length]?.() ?? Promise.resolve();
}

/** Comparisons of counts that are true in every consistent state of the database. */
async function sumsOf(sql: Sql): Promise<Record<string, unknown>> {
  const [sums] = await sql`select
    (select count(*) from alerts.alert)::int = (select sum(alerts) from alerts.alert_tally where tenant_id is null)::int as tally,
    (select count(*) from alerts.alert where status <> 'open')::int = (select count(distinct alert_id) from alerts.alert_transition)::int as transitions,
    (select count from drive.receiver_count where kind = 'mark')::int = (select count from licenses.refusal where endpoint = 'mark')::int
      and (select count from licenses.refusal where endpoint = 'mark')::int = (select count(*) from zones.rdap_answer)::int as marks,
    (select bool_and(domains = (select count(*) from zones.state where zone_id = zone.id)) from zones.zone) as zones,
    (select coalesce(max(last_ingest), 0) from zones.zone) = (select coalesce(max(id), 0) from zones.ingest) as ingests,
    (select count(*) from zones.import where outcome = 'applied')::int = (select count(*) from zones.ingest)::int as imports`;
  return { ...sums };
}

const consistent = { tally: true, transitions: true, marks: true, zones: true, ingests: true, imports: true };

describe('during writes', () => {
  beforeAll(async () => {
    await importLines({ ...alerts, ...localRequest }, { input: Readable.from(inferences(20)) });
    for (const names of [10, 15]) await importFile(world, 'com', update(names));
    await mark(world.test.database.sql);
  });

  test('a backup is a consistent snapshot and does not block writes', async () => {
    const { sql } = world.test.database;
    expect(await sumsOf(sql)).toEqual(consistent);
    const next = cycleOperations();
    let steps = 0;
    const backup = await backupWhile(async () => {
      if (steps < 60) await next();
      steps++;
    });
    expect(steps).toBeGreaterThanOrEqual(60);
    const target = await emptyInstance('url');
    await restoreTo(target, backup);
    expect(await inspect(target, sumsOf)).toEqual(consistent);
    const count = (sql: Sql) => sql`select count(*)::int from alerts.alert`;
    expect((await inspect(target, count))[0]?.count).toBeLessThan((await count(sql))[0]?.count);
  });

  test('a backup fails if a table is dropped, truncated or rewritten before it is read', async () => {
    const { sql } = world.test.database;
    for (const statement of ['drop table', 'truncate', 'vacuum full']) {
      const table = await addPartition();
      let isDone = false;
      const backup = backupWhile(async () => {
        if (!isDone) await sql.unsafe(`${statement} ${table}`);
        isDone = true;
      });
      await expect(backup, statement).rejects.toThrow(SnapshotLostError);
    }
    expect((await backupWhile(async () => {})).length).toBeGreaterThan(1000);
  });

  test('a backup restarts if retention drops a partition before it is read', async () => {
    const { folder, passphraseFile } = backupFolder();
    const file = join(folder, 'backup');
    const name = await addPartition();
    const others = connectTo(world.test.url);
    const running = await others.begin(async (sql) => {
      await sql`lock table alerts.alert in access exclusive mode`;
      const args = ['backup', file, '--json', '--passphrase-file', passphraseFile];
      const command = startCommand([...args, '--url', world.test.url, '--data-dir', world.folder]);
      await waitUntilBlocked(sql);
      await sql.unsafe(`drop table ${name}`);
      return { command };
    });
    expect(await running.command.result).toMatchObject({ code: 0, errors: '' });
    const target = await emptyInstance('url');
    await succeed(['restore', file, '--passphrase-file', passphraseFile, ...instanceLabel(target)]);
    const [table] = await inspect(target, (sql) => sql`select to_regclass(${name}) as name`);
    expect(table).toEqual({ name: null });
  });

  test('a backup fails promptly if its connection or output file is lost', async () => {
    const { sql } = world.test.database;
    await sql`insert into zones.nameserver_set (id, data)
      select number, array[repeat(md5(number::text), 20)] from generate_series(1, 20000) number`;
    const ends: [RegExp, () => Promise<boolean>][] = [
      [/CONNECTION_CLOSED|terminating connection|closed/, () => terminate(sql)],
      [/disk is full/, () => Promise.reject(new Error('the disk is full'))],
    ];
    for (const [message, breakOff] of ends) {
      let writes = 0;
      let writesAtEnd = 0;
      const backup = backupWhile(async () => {
        writes++;
        if (writes <= 100 || writesAtEnd > 0) return;
        writesAtEnd = writes;
        if (!(await breakOff())) writesAtEnd = 0;
      });
      await expect(backup).rejects.toThrow(message);
      expect(writes).toBe(writesAtEnd);
    }
    expect((await sql`select 1`).length).toBe(1);
  });
});

/** Terminates the connection that reads a table; false if there is none. */
async function terminate(sql: Sql): Promise<boolean> {
  const terminated = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'copy %' and pid <> pg_backend_pid()`;
  return terminated.length > 0;
}

/** Waits until a connection waits for a lock. */
async function waitUntilBlocked(sql: TransactionSql): Promise<void> {
  for (;;) {
    const [waiting] = await sql`select from pg_locks where not granted and relation = 'alerts.alert'::regclass`;
    if (waiting !== undefined) return;
  }
}
