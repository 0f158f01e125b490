import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { bigint, cast, execute, fetchRow, rawQuery, text } from '../database/statements/index.js';
import { eventCursor } from '../tables.js';
import { type EventReading, endOfLog, readEvents } from './event-log.js';
import { formatPosition, type Position, parsePosition } from './position.js';

/**
 * Selects the identifier of this database cluster, which is stored with a cursor. A cursor is moved in the transaction
 * that handles the events, so each event is handled exactly once. The cluster has committed everything that the cursor
 * has passed, even after a failover; therefore, a cursor needs no generation.
 */
const ownCluster = cast(text, sql`(select system_identifier from pg_control_system())`);

const lock = fetchRow({ name: text }, ({ name }) =>
  rawQuery(
    { position: eventCursor.position, cluster: eventCursor.cluster, own: ownCluster },
    (columns) => sql`select ${columns} from ${eventCursor} where ${eventCursor.name} = ${name} for update skip locked`,
  ),
);

const values = { name: text, position: text, transaction: bigint };

const insert = execute(
  values,
  (parameters) => sql`insert into ${eventCursor} (name, position, transaction, cluster)
      values (${parameters.name}, ${parameters.position}, ${parameters.transaction}, ${ownCluster}) on conflict do nothing`,
);

const move = execute(
  values,
  (
    parameters,
  ) => sql`update ${eventCursor} set position = ${parameters.position}, transaction = ${parameters.transaction},
      cluster = ${ownCluster} where name = ${parameters.name}`,
);

const remove = execute({ name: text }, ({ name }) => sql`delete from ${eventCursor} where name = ${name}`);

/** Starts to retain events for a consumer that has no cursor yet. */
export async function openEventCursor(executor: TransactionSql, name: string): Promise<void> {
  await insert(executor, { name, ...toRow(await endOfLog(executor)) });
}

/** Stops retaining events for a consumer. */
export const closeEventCursor = remove;

/**
 * Number of transactions after which a read without events moves the cursor. It is not moved more often, because the
 * move is a transaction too.
 */
const transactionsBetweenMoves = 1000;

/**
 * Reads the next events of a consumer and moves the consumer's cursor past them, in the transaction that handles the
 * events. If events were lost, the cursor moves to the end of the log.
 * @returns undefined if there is no cursor, or another process has locked it
 */
export async function readAtCursor(
  executor: TransactionSql,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<EventReading | undefined> {
  const cursor = await lock(executor, { name });
  if (cursor === undefined) return undefined;
  const end = await endOfLog(executor);
  const position = parsePosition(cursor.position);
  const isOfOtherDatabase = position === undefined || cursor.cluster !== cursor.own;
  const reading: EventReading = isOfOtherDatabase
    ? { lost: 'other-database' }
    : await readEvents(executor, { ...position, generation: end.generation }, limit);
  const next = 'page' in reading ? reading.page.position : end;
  const isSmall = position !== undefined && next.next - position.next < transactionsBetweenMoves;
  if ('page' in reading && reading.page.events.length === 0 && isSmall) return reading;
  await move(executor, { name, ...toRow(next) });
  return reading;
}

function toRow(position: Position): { position: string; transaction: number } {
  const unreadTransactions = [position.next, ...position.running];
  if (position.within !== null) unreadTransactions.push(position.within.transaction);
  return { position: formatPosition(position), transaction: Math.min(...unreadTransactions) };
}
