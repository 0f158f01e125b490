import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChangeWatch, sweepChangeMarks } from '../../platform/database/change-watch.js';
import { openPool } from '../../platform/database/connection.js';
import { openTestDatabase } from '../support/index.js';

const opened = await openTestDatabase();
const { sql } = opened.database;
const writers = [1, 2].map(() => openPool(opened.database.connection, { max: 1 }));

beforeAll(async () => {
  await sql`create table public.item (id integer primary key, value integer not null)`;
  await sql`insert into public.item select generate_series(1, 3), 0`;
  await sql`create trigger mark_change after insert or update or delete or truncate on public.item
    for each statement execute function platform.mark_change('items')`;
});

afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.end()));
  await opened.close();
});

beforeEach(async () => {
  await sql`truncate platform.change_mark`;
});

/** The change marks, without the row that contains the generation of the table. */
async function marks(): Promise<unknown> {
  return await sql`select domain, process from platform.change_mark where domain <> ''`;
}

async function readItems(): Promise<string> {
  return JSON.stringify(await sql`select * from public.item order by id`);
}

/** All interleavings of the steps of several actors, as lists of actors. */
function ordersOf(counts: readonly number[]): number[][] {
  if (counts.every((count) => count === 0)) return [[]];
  return counts.flatMap((count, actor) => {
    if (count === 0) return [];
    const rest = counts.map((other, index) => (index === actor ? other - 1 : other));
    return ordersOf(rest).map((order) => [actor, ...order]);
  });
}

interface Reader {
  readonly watch: ChangeWatch;
  version: number | undefined;
  items: string;
  commitsBefore: number;
}

describe('in each order of two transactions and a reader', () => {
  // A writer writes and ends; a reader reads the version, the data, and the version again.
  const orders = ordersOf([2, 2, 3]);

  test.each([
    ['both commit', ['commit', 'commit']],
    ['one rolls back', ['commit', 'rollback']],
  ])('where %s, equal versions mean equal data', async (_, ends) => {
    expect(orders).toHaveLength(210);
    const watch = new ChangeWatch(opened.database);
    await watch.check();
    let writes = 0;
    let changes = 0;
    for (const order of orders) {
      let commits = 0;
      const steps = [0, 0, 0];
      const reader: Reader = { watch, version: undefined, items: '', commitsBefore: 0 };
      for (const actor of order) {
        const step = steps[actor] ?? 0;
        steps[actor] = step + 1;
        const writer = writers[actor];
        if (writer === undefined) await readerStep(reader, step, commits);
        else if (step === 0) {
          await writer`begin`;
          await writer`update public.item set value = ${++writes} where id = ${actor + 1}`;
        } else {
          await writer.unsafe(ends[actor] ?? '');
          if (ends[actor] === 'commit') commits++;
          changes++;
        }
      }
    }
    expect(changes).toBe(420);
  });

  async function readerStep(reader: Reader, step: number, commits: number): Promise<void> {
    const { watch } = reader;
    if (step === 0) {
      await watch.check();
      reader.version = watch.version('items');
      reader.commitsBefore = commits;
      return;
    }
    if (step === 1) {
      reader.items = await readItems();
      return;
    }
    await watch.check();
    const isSame = watch.version('items') === reader.version;
    if (isSame) expect(await readItems()).toBe(reader.items);
    // The version changes only if a writer has committed.
    expect(isSame).toBe(commits === reader.commitsBefore);
  }
});

test('changes of one domain do not change the versions of other domains', async () => {
  const watch = new ChangeWatch(opened.database);
  await watch.check();
  const before = watch.version('others');
  await sql`update public.item set value = -1 where id = 3`;
  const items = watch.version('items');
  await watch.check();
  expect(watch.version('others')).toBe(before);
  expect(watch.version('items')).not.toBe(items);
});

test('a read sees changes that were committed before its request, even while another read runs', async () => {
  const watch = new ChangeWatch(opened.database);
  await watch.check();
  for (let round = 0; round < 50; round++) {
    const version = watch.version('items');
    const early = watch.check();
    await sql`update public.item set value = ${round} where id = 3`;
    await watch.check();
    expect(watch.version('items')).not.toBe(version);
    await early;
  }
});

test('concurrent callers share a read', async () => {
  let statements = 0;
  const watch = new ChangeWatch({
    reserved: {
      guard: (work) => {
        statements++;
        return opened.database.reserved.guard(work);
      },
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => watch.check()));
  expect(statements).toBe(1);
});

test('a failed read does not change the version, and the next read sees the same changes', async () => {
  let fails = false;
  const watch = new ChangeWatch({
    reserved: {
      guard: (work) => (fails ? Promise.reject(new Error('away')) : opened.database.reserved.guard(work)),
    },
  });
  await watch.check();
  const version = watch.version('items');
  fails = true;
  await sql`update public.item set value = -2 where id = 3`;
  await expect(watch.check()).rejects.toThrow('away');
  expect(watch.version('items')).toBe(version);
  fails = false;
  await watch.check();
  expect(watch.version('items')).not.toBe(version);
});

test('the loss of all change marks changes the versions of all domains once, as after the crash of a PostgreSQL process', async () => {
  const watches = [new ChangeWatch(opened.database), new ChangeWatch(opened.database)];
  const versions = async () =>
    await Promise.all(watches.map(async (watch) => await watch.check().then(() => watch.version('items'))));
  const before = await versions();
  expect(await versions()).toEqual(before);
  await sql`update public.item set value = -4 where id = 3`;
  await sql`truncate platform.change_mark`;
  const after = await versions();
  expect(after.map((version, index) => version === before[index])).toEqual([false, false]);
  expect(await versions()).toEqual(after);
});

test('the deletion of change marks changes the versions of all domains once', async () => {
  const watch = new ChangeWatch(opened.database);
  await watch.check();
  const before = watch.version('others');
  await sql`insert into platform.change_mark (domain, process, transaction)
    select 'items', -number, pg_current_xact_id()::text::bigint from generate_series(1, 1001) number`;
  // Marks remain while an older transaction runs, even in another database of the server.
  const sweepMarks = async () => {
    await sweepChangeMarks(opened).run(null);
    return await marks();
  };
  await expect.poll(sweepMarks).toEqual([{ domain: '*', process: 0 }]);
  await watch.check();
  const after = watch.version('others');
  expect(after).not.toBe(before);
  await watch.check();
  expect(watch.version('others')).toBe(after);
});

test('up to 1,000 change marks are retained', async () => {
  await sql`update public.item set value = -3 where id = 3`;
  await sweepChangeMarks(opened).run(null);
  expect(await marks()).toEqual([{ domain: 'items', process: expect.any(Number) }]);
});
