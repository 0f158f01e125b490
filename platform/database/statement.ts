import type { Row, Sql, TransactionSql } from 'postgres';
import { currentSpan, describeStatement, type Span, sqlStateOf, traced } from '../telemetry/index.js';
import { arrayLiteral, numbersLiteral } from './array-literal.js';
import { type PipelinedReads, refusedInPipeline } from './pipelined-reads.js';
import { StatementQueue } from './statement-queue.js';

/** Where statements run: the pool, or the transaction of the caller. */
export type Executor = Sql | TransactionSql;

export type Parameter = string | number | boolean | null | readonly (string | null)[] | readonly number[];

/** A pattern that finds the text anywhere, whatever characters it contains. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

const queues = new WeakMap<Executor, StatementQueue>();
const pipelinedReads = new WeakMap<Executor, PipelinedReads>();
const requests = new WeakMap<Executor, StatementRequest>();

/** For whom the statements of a view of a pool run. */
interface StatementRequest {
  readonly signal: AbortSignal;
  /** Whether a statement under way is cancelled when the signal aborts. */
  readonly cancels: boolean;
}

/** Statements on this pool run on a connection of their own each, and wait in order for one. */
export function queueStatements(pool: Sql, connections: number): void {
  queues.set(pool, new StatementQueue(connections));
}

/** The pool as pipelined reads see it: prepared statements that `executeStatement` sends share a connection, all else is as on the pool. */
export function withPipelinedReads(pool: Sql, reads: PipelinedReads): Sql {
  const seen = viewOf(pool);
  pipelinedReads.set(seen, reads);
  return seen;
}

/** The pool as one request sees it: once its signal has aborted, statements that wait are not sent. */
export function withRequest(pool: Sql, request: StatementRequest): Sql {
  const seen = viewOf(pool);
  requests.set(seen, request);
  return seen;
}

/** The same pool as another object, with the same queue. */
function viewOf(pool: Sql): Sql {
  const view = Object.assign((...given: Parameters<Sql>) => pool(...given), pool) as Sql;
  const queue = queues.get(pool);
  if (queue !== undefined) queues.set(view, queue);
  return view;
}

/** PostgreSQL keeps each prepared text on each connection; operations of clients must not grow that without end. */
const maxPrepared = 400;
const prepared = new Set<string>();

/** Makes an object of the values of a row, in the order of the columns. */
export type MakeRow = (values: readonly unknown[]) => unknown;

interface StatementToRun {
  readonly text: string;
  readonly values: readonly Parameter[];
  readonly makeRow: MakeRow;
  /** It is not prepared. */
  readonly isReplanned?: boolean;
}

/**
 * Runs a statement where the view of the pool says: in turn, or behind other reads of one connection. The first texts seen are prepared, because
 * a text is constant for its shape (columns, filter, order) and few shapes carry the load; later ones are planned every time.
 */
export function executeStatement(sql: Executor, statement: StatementToRun): Promise<unknown[]> {
  return currentSpan()?.isSampled ? executeTraced(sql, statement) : execute(sql, statement);
}

/** The span includes the wait for a connection. */
function executeTraced(sql: Executor, statement: StatementToRun): Promise<unknown[]> {
  const { name, attributes } = describeStatement(statement.text);
  return traced(name, { kind: 'client', attributes }, (span) => described(span, execute(sql, statement)));
}

async function described(span: Span | undefined, executed: Promise<unknown[]>): Promise<unknown[]> {
  try {
    const rows = await executed;
    span?.describe({ 'db.response.returned_rows': rows.length });
    return rows;
  } catch (error) {
    span?.describe({ 'db.response.status_code': sqlStateOf(error) });
    throw error;
  }
}

function execute(sql: Executor, statement: StatementToRun): Promise<unknown[]> {
  const prepare = statement.isReplanned !== true && isPrepared(statement.text);
  const pipelined = pipelinedReads.get(sql);
  const onItsOwn = () => inTurn(() => send({ sql, statement, prepare, isShared: false }), sql);
  if (pipelined === undefined || !prepare) return onItsOwn();
  return pipelined.run((shared) => send({ sql: shared, statement, prepare, isShared: true }), onItsOwn);
}

function isPrepared(text: string): boolean {
  if (prepared.has(text)) return true;
  if (prepared.size >= maxPrepared) return false;
  prepared.add(text);
  return true;
}

function inTurn(work: () => Promise<unknown[]>, sql: Executor): Promise<unknown[]> {
  const queue = queues.get(sql);
  return queue === undefined ? work() : queue.run(work, requests.get(sql)?.signal);
}

/**
 * Sends a statement and makes its rows. They are taken one by one, as values only, and the driver is given nothing that leads to them once
 * the statement is done: what it keeps of a statement lives until the next full collection, and would take them with it.
 */
async function send(options: {
  sql: Executor;
  statement: StatementToRun;
  prepare: boolean;
  /** Other statements follow on the same connection. */
  isShared: boolean;
}): Promise<unknown[]> {
  const { sql, statement, prepare, isShared } = options;
  const parameters = statement.values.map(written);
  const taken: { rows: unknown[] } = { rows: [] };
  const query = sql.unsafe<Row[]>(statement.text, parameters, {
    prepare,
    // Without this a statement that has no parameters is never prepared. The driver's types do not know it.
    ...{ simple: false },
  });
  if (isShared) Object.assign(query, { retried: refusedInPipeline });
  const answer = query.values().forEach((values) => {
    taken.rows.push(values);
  });
  const request = isShared ? undefined : requests.get(sql);
  await (request?.cancels ? untilCancelled(query, answer, request.signal) : answer);
  const { rows } = taken;
  taken.rows = [];
  return madeOf(rows, statement.makeRow);
}

/** The answer; once the signal aborts, the statement is cancelled, and its connection is kept until that is done. */
async function untilCancelled<Answer>(
  query: { cancel(): unknown },
  answer: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  let cancelling: unknown;
  const cancel = (): void => {
    cancelling = query.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await answer;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A cancellation that fails leaves the statement to its time limit.
    await Promise.resolve(cancelling).catch(() => {});
  }
}

/**
 * A parameter in a form that the driver only has to copy: where it fails to write one, it takes the answers to the statements behind for
 * others'.
 * @throws {TypeError} for what is no parameter
 */
function written(parameter: Parameter): string | number | boolean | null {
  if (Array.isArray(parameter)) return arrayText(parameter);
  if (parameter === undefined || (typeof parameter === 'object' && parameter !== null)) {
    throw new TypeError(`unsupported type of a statement parameter: ${typeof parameter}`);
  }
  return parameter;
}

function arrayText(values: readonly (string | null)[] | readonly number[]): string {
  return typeof values[0] === 'number' ? numbersLiteral(values as number[]) : arrayLiteral(values as string[]);
}

/** The same list with rows in the place of their values. */
function madeOf(rows: unknown[], make: MakeRow): unknown[] {
  for (let index = 0; index < rows.length; index++) rows[index] = make(rows[index] as unknown[]);
  return rows;
}
