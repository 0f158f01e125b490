import { setTimeout as delay } from 'node:timers/promises';
import type { Row, Sql, TransactionSql } from 'postgres';
import { currentSpan, describeStatement, type Span, sqlStateOf, traced } from '../telemetry/index.js';
import { arrayLiteral, numbersLiteral } from './array-literal.js';
import { type PipelinedReads, rejectedInPipeline } from './pipelined-reads.js';
import { PreparedStatements } from './prepared-statements.js';
import { type Requester, StatementQueue } from './statement-queue.js';

/** Runs statements: the pool, or the transaction of the caller. */
export type Executor = Sql | TransactionSql;

export type Parameter = string | number | boolean | null | readonly (string | null)[] | readonly number[];

/** A LIKE pattern that matches the text anywhere, with its special characters escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** The request on whose behalf statements run. */
interface StatementRequest extends Requester {
  readonly signal: AbortSignal;
  /** Whether a statement in progress is also cancelled when the signal aborts. */
  readonly cancels: boolean;
}

/** How the statements of a pool or of a view are run. */
interface ExecutionMode {
  readonly queue?: StatementQueue;
  readonly pipelined?: PipelinedReads;
  readonly request?: StatementRequest;
}

/** A property instead of a weak map, in which each request would add a view (docs/decisions/0127). */
const mode = Symbol('execution mode');

type WithMode = Executor & { [mode]?: ExecutionMode };

function modeOf(sql: Executor): ExecutionMode | undefined {
  return (sql as WithMode)[mode];
}

/** Runs each statement of this pool on a separate connection; further statements wait, and their callers take turns. */
export function queueStatements(pool: Sql, connections: number): void {
  Object.assign(pool, { [mode]: { queue: new StatementQueue(connections) } });
}

/**
 * A view of the pool that pipelines the prepared statements sent by `executeStatement`; everything else runs on the
 * pool.
 */
export function withPipelinedReads(pool: Sql, pipelined: PipelinedReads): Sql {
  return viewOf(pool, { ...modeOf(pool), pipelined });
}

/** A view of the pool for one request. After its signal has aborted, waiting statements are not sent. */
export function withRequest(pool: Sql, request: StatementRequest): Sql {
  return viewOf(pool, { ...modeOf(pool), request });
}

/** Creates another object for the same pool. */
function viewOf(pool: Sql, viewMode: ExecutionMode): Sql {
  return Object.assign((...input: Parameters<Sql>) => pool(...input), pool, { [mode]: viewMode }) as Sql;
}

/** The statements that are prepared on all connections except the connection of pipelined reads. */
const preparedStatements = new PreparedStatements();

/** Creates an object from the values of a row, in the order of the columns. */
export type MapRow = (values: readonly unknown[]) => unknown;

interface StatementToRun {
  readonly text: string;
  readonly values: readonly Parameter[];
  readonly mapRow: MapRow;
  /** Whether PostgreSQL plans the statement at each execution instead of preparing it. */
  readonly isReplanned?: boolean;
}

/** Runs a statement on a separate connection or pipelined, depending on the view of the pool. */
export function executeStatement(sql: Executor, statement: StatementToRun): Promise<unknown[]> {
  return currentSpan()?.isSampled ? executeTraced(sql, statement) : execute(sql, statement);
}

/** Runs a statement in a span, which includes the wait for a connection. */
function executeTraced(sql: Executor, statement: StatementToRun): Promise<unknown[]> {
  const { name, attributes } = describeStatement(statement.text);
  return traced(name, { kind: 'client', attributes }, (span) => describeRows(span, execute(sql, statement)));
}

async function describeRows(span: Span | undefined, executed: Promise<unknown[]>): Promise<unknown[]> {
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
  const pipelined = modeOf(sql)?.pipelined;
  const runOnDedicatedConnection = () =>
    runInTurn(() => send({ sql, statement, prepare: isPrepared(statement, preparedStatements), isShared: false }), sql);
  if (pipelined === undefined || !isPrepared(statement, pipelined.preparedStatements))
    return runOnDedicatedConnection();
  return pipelined.run(
    (shared) => send({ sql: shared, statement, prepare: true, isShared: true }),
    runOnDedicatedConnection,
  );
}

function isPrepared({ text, isReplanned }: StatementToRun, prepared: PreparedStatements): boolean {
  return isReplanned !== true && prepared.includes(text);
}

function runInTurn(work: () => Promise<unknown[]>, sql: Executor): Promise<unknown[]> {
  const { queue, request } = modeOf(sql) ?? {};
  return queue === undefined ? work() : queue.run(work, request);
}

/**
 * Sends a statement and creates its rows one by one from their values. The driver's objects live until the next full
 * garbage collection, so they get no reference to the rows, which they would retain.
 */
async function send(options: {
  sql: Executor;
  statement: StatementToRun;
  prepare: boolean;
  /** Whether other statements are pipelined on the same connection. */
  isShared: boolean;
}): Promise<unknown[]> {
  const { sql, statement, prepare, isShared } = options;
  const parameters = statement.values.map(serializeParameter);
  const firstResult: { rows: unknown[] } = { rows: [] };
  const query = sql.unsafe<Row[]>(statement.text, parameters.length === 0 ? [] : [withoutTypes(sql, parameters)], {
    prepare,
    // Without this, the driver never prepares a statement without parameters. Its types lack the option.
    ...{ simple: false },
  });
  // The driver sends these instead of the values above.
  Object.assign(query, isShared ? { parameters, retried: rejectedInPipeline } : { parameters });
  const result = query.values().forEach((values) => {
    firstResult.rows.push(values);
  });
  const request = isShared ? undefined : modeOf(sql)?.request;
  await (request?.cancels ? cancelOnAbort(query as Cancellable, result, request.signal) : result);
  const { rows } = firstResult;
  firstResult.rows = [];
  return mapRows(rows, statement.mapRow);
}

/**
 * Passes all parameters as one value without a type. The driver looks up a prepared statement by the types of its
 * values and its text. With types, it would build and hash a new string for each execution, which is a tenth of the CPU
 * time of a small request. Types are not needed, because each parameter has a cast in the text.
 */
function withoutTypes(sql: Executor, parameters: readonly unknown[]): ReturnType<Executor['typed']> {
  // The driver's key is the type followed by the text; with an empty type, it is the text itself.
  return sql.typed(parameters, '' as unknown as number);
}

/** A statement of the driver, with the members for its cancellation that the driver's types lack. */
interface Cancellable {
  /** Sends a cancellation, and resolves when PostgreSQL has received it. */
  readonly canceller?: (query: unknown) => Promise<unknown>;
  /** Set by the driver when it sends the statement. */
  readonly state?: unknown;
}

/** Milliseconds between two cancellations of a statement: the first pause, and the maximum to which pauses double. */
const cancelRetryMs = { first: 5, last: 500 };

/**
 * Waits for the result. When the signal aborts, cancels the statement, and releases its connection only when the
 * cancellation is complete.
 */
async function cancelOnAbort<Result>(
  query: Cancellable,
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let cancelling: { readonly settlement: AbortController; readonly done: Promise<void> } | undefined;
  const cancel = (): void => {
    const settlement = new AbortController();
    cancelling = { settlement, done: cancelRepeatedly(query, settlement.signal) };
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await result;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancelling?.settlement.abort();
    await cancelling?.done;
  }
}

/**
 * Cancels a statement until it has ended: PostgreSQL ignores a cancellation that arrives between the parsing and the
 * execution. No cancellation is sent before the statement: if the first statement of a connection is cancelled while
 * the connection is being opened, the driver never uses that connection again.
 */
async function cancelRepeatedly(query: Cancellable, settled: AbortSignal): Promise<void> {
  let pauseMs = cancelRetryMs.first;
  while (!settled.aborted) {
    if (query.state) await Promise.race([cancelOnce(query), delay(cancelRetryMs.last, undefined, { ref: false })]);
    await delay(pauseMs, undefined, { signal: settled }).catch(() => {});
    pauseMs = Math.min(2 * pauseMs, cancelRetryMs.last);
  }
}

/** Sends one cancellation. If this fails, the next cancellation or the timeout ends the statement. */
async function cancelOnce(query: Cancellable): Promise<void> {
  await query.canceller?.(query).catch(() => {});
}

/**
 * Converts a parameter to a form that the driver only copies. If the driver failed to serialize one, it would mix up
 * the results of later statements.
 * @throws {TypeError} for a value that cannot be a parameter
 */
function serializeParameter(parameter: Parameter): string | number | boolean | null {
  if (Array.isArray(parameter)) return serializeArray(parameter);
  if (parameter === undefined || (typeof parameter === 'object' && parameter !== null)) {
    throw new TypeError(`unsupported type of a statement parameter: ${typeof parameter}`);
  }
  return parameter;
}

function serializeArray(values: readonly (string | null)[] | readonly number[]): string {
  return typeof values[0] === 'number' ? numbersLiteral(values as number[]) : arrayLiteral(values as string[]);
}

/** Replaces the lists of values with rows, in place. */
function mapRows(rows: unknown[], mapRow: MapRow): unknown[] {
  for (let index = 0; index < rows.length; index++) rows[index] = mapRow(rows[index] as unknown[]);
  return rows;
}
