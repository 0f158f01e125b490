import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventHub, type Position, sweepEventsJob } from '../../platform/events/index.js';
import { silentLog } from '../../platform/log.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';

let world: TestDatabase;
let hub: EventHub;

beforeAll(async () => {
  world = await openTestDatabase();
  hub = new EventHub({ database: world.database, log: silentLog });
});
afterAll(async () => {
  hub.close();
  await world.close();
});
beforeEach(async () => {
  await world.database.sql`delete from platform.event`;
});

async function record(sql: Pick<Sql, 'unsafe'>, ...names: string[]): Promise<void> {
  for (const name of names)
    await sql.unsafe('insert into platform.event (type, data) values ($1, $2)', ['test', { name }]);
}

/** A transaction that has recorded events and remains open until it is ended. */
async function openTransaction(...names: string[]): Promise<{ end(): Promise<void>; fail(): Promise<void> }> {
  const recorded = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const done = world.database
    .transaction(async (sql) => {
      await record(sql, ...names);
      recorded.resolve();
      await ending.promise;
    })
    .catch(() => {});
  await recorded.promise;
  const settleAndWait = async (settle: () => void): Promise<void> => {
    settle();
    await done;
  };
  return {
    end: () => settleAndWait(() => ending.resolve()),
    fail: () => settleAndWait(() => ending.reject(new Error('undone'))),
  };
}

/** Deletes old events, which are retained for 59 minutes, as if all events were older by this time. */
async function sweepAfterMinutes(minutes: number): Promise<void> {
  await world.database.sql`update platform.event set at = at - ${minutes * 60}`;
  await sweepEventsJob({ ...world, keptMinutes: 59 }).run(undefined);
}

async function readAll(from: Position): Promise<{ names: string[]; position: Position }> {
  const names: string[] = [];
  for (let position = from; ; ) {
    const reading = await hub.read(position);
    if ('lost' in reading) throw new Error(reading.lost);
    names.push(...reading.page.events.map(({ data }) => JSON.parse(data).name));
    position = reading.page.position;
    if (!reading.page.isFull) return { names, position };
  }
}

describe('the event log', () => {
  test('returns an event that commits after a later one', async () => {
    const start = await hub.end();
    const slow = await openTransaction('slow 1', 'slow 2');
    await record(world.database.sql, 'quick');
    const first = await readAll(start);
    expect(first.names).toEqual(['quick']);
    await record(world.database.sql, 'quick too');
    await slow.end();
    const second = await readAll(first.position);
    expect(second.names).toEqual(['slow 1', 'slow 2', 'quick too']);
    expect((await readAll(second.position)).names).toEqual([]);
  });

  test('returns changes of a row in the order in which they were made, regardless of which transaction began first', async () => {
    const start = await hub.end();
    const began = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const earlier = world.database.transaction(async (sql) => {
      await record(sql, 'another row');
      began.resolve();
      await changed.promise;
      await record(sql, 'the row, second');
    });
    await began.promise;
    await record(world.database.sql, 'the row, first');
    changed.resolve();
    await earlier;
    expect((await readAll(start)).names).toEqual(['the row, first', 'another row', 'the row, second']);
  });

  test('omits events that were rolled back', async () => {
    const start = await hub.end();
    const undone = await openTransaction('undone');
    const first = await readAll(start);
    await undone.fail();
    await record(world.database.sql, 'done');
    expect((await readAll(first.position)).names).toEqual(['done']);
  });

  test('is read in pages without repetitions or gaps', async () => {
    const start = await hub.end();
    const names = Array.from({ length: 450 }, (_, index) => `event ${index}`);
    await world.database.transaction((sql) => record(sql, ...names.slice(0, 250)));
    for (const name of names.slice(250)) await record(world.database.sql, name);
    expect((await readAll(start)).names).toEqual(names);
  });

  test('returns each event once under concurrent writes', async () => {
    const start = await hub.end();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 25; round++) {
        await world.database.transaction((sql) => record(sql, `${writer}/${round}/a`, `${writer}/${round}/b`));
      }
    });
    const received: string[] = [];
    let position = start;
    let isWriting = true;
    const writing = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting;
      const read = await readAll(position);
      received.push(...read.names);
      position = read.position;
    }
    await writing;
    expect(new Set(received).size).toBe(received.length);
    expect(received.length).toBe(8 * 25 * 2);
  });

  test('reports a gap if missed events were deleted', async () => {
    const start = await hub.end();
    await record(world.database.sql, 'old');
    const [old] = await world.database.sql`select max(transaction)::float8 as transaction from platform.event`;
    // Earlier transactions in other databases of the cluster could still record events that the sweep would remove.
    const position = await vi.waitFor(
      async () => {
        const read = await readAll(start);
        expect(read.position.running.filter((transaction) => transaction < old?.transaction)).toEqual([]);
        return read.position;
      },
      { timeout: 60_000, interval: 10 },
    );
    await sweepAfterMinutes(60);
    expect(await world.database.sql`select from platform.event`).toHaveLength(0);
    expect(await hub.read(start)).toEqual({ lost: 'too-old' });
    // A client that is up to date misses nothing, even after a long time without events.
    await record(world.database.sql, 'new');
    expect((await readAll(position)).names).toEqual(['new']);
  });

  test('deletes old events only', async () => {
    const start = await hub.end();
    await record(world.database.sql, 'young');
    await sweepAfterMinutes(58);
    expect((await readAll(start)).names).toEqual(['young']);
  });

  test('deletes no events after an open transaction, so its end is not a gap', async () => {
    const start = await hub.end();
    const slow = await openTransaction('slow');
    await record(world.database.sql, 'quick');
    const { names, position } = await readAll(start);
    expect(names).toEqual(['quick']);
    await sweepAfterMinutes(60);
    await slow.end();
    expect((await readAll(position)).names).toEqual(['slow']);
  });

  test('starts again in another cluster with different transaction ids', async () => {
    const start = await hub.end();
    await record(world.database.sql, 'of the other cluster');
    await world.database.sql`update platform.event_log set cluster = 'another one'`;
    const [one, other] = await Promise.all([hub.end(), hub.end()]);
    expect(one.generation).not.toBe(start.generation);
    expect(other.generation).toBe(one.generation);
    expect(await hub.read(start)).toEqual({ lost: 'other-database' });
    await record(world.database.sql, 'of this one');
    expect((await readAll(one)).names).toEqual(['of this one']);
  });

  test('rejects a position in the future', async () => {
    const position = await hub.end();
    expect(await hub.read({ ...position, next: position.next + 1_000_000 })).toEqual({ lost: 'other-database' });
  });
});
