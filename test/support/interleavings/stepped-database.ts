import type { Sql, TransactionSql } from 'postgres';
import type { Database } from '../../../platform/database/index.js';
import { sentParameters } from '../sent-parameters.js';

export interface Statement {
  /** Without comments and quotes around names. */
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementHooks {
  /**
   * Awaited before any use of the database. Never resolves for a dead process, which thus takes no connection of the
   * pool.
   */
  using(): Promise<void>;
  /** Awaited before a statement is sent, except for those of a transaction after its first write. */
  before(statement: Statement): Promise<void>;
  /** Called after a statement; `rows` is the number of returned or changed rows. */
  done(statement: Statement, rows: number): void;
  /** Called at the start of a transaction; `cut` ends it like a broken connection, and rolls it back. */
  begun(cut: () => Promise<void>): void;
}

/** Whether a statement writes. */
export function isWrite({ text }: Statement): boolean {
  return (
    /^\s*(insert|update|delete|with[\s\S]+?\b(insert into|update|delete from))\b/i.test(text) || /add_job/.test(text)
  );
}

/**
 * Wraps a database to make each statement wait for its turn. A transaction is one step from its first write to its end,
 * which omits no outcome: its writes are invisible before its end; concurrent commits could as well precede its first
 * write, because its writes do not depend on them; and a transaction that is cut in between has the same effect as one
 * that is cut before.
 */
export function createSteppedDatabase(database: Database, hooks: StatementHooks): Database {
  return {
    sql: stepped(database.sql, hooks),
    connection: database.connection,
    ready: () => database.ready(),
    untilReady: () => database.untilReady(),
    async guard(work) {
      await hooks.using();
      return await database.guard((sql) => work(stepped(sql, hooks)));
    },
    async read(request, work) {
      await hooks.using();
      return await database.read(request, (sql) => work(stepped(sql, hooks)));
    },
    async aggregate(request, work) {
      await hooks.using();
      return await database.aggregate(request, (sql) => work(stepped(sql, hooks)));
    },
    transaction: (work) => createSteppedTransaction(database, hooks, work),
    dedicatedTransaction: (work) => createSteppedTransaction(database, hooks, work),
    reserved: { guard: async (work) => await database.reserved.guard((sql) => work(stepped(sql, hooks))) },
    urgent: {
      guard: async (work) => await database.urgent.guard((sql) => work(stepped(sql, hooks))),
      transaction: (work) => createSteppedTransaction(database, hooks, work),
    },
    close: () => database.close(),
  };
}

interface Transaction {
  hasWritten: boolean;
  /** Statements that took locks until the end of the transaction. */
  readonly locking: Statement[];
}

async function createSteppedTransaction<Result>(
  database: Database,
  hooks: StatementHooks,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  await hooks.using();
  const transaction: Transaction = { hasWritten: false, locking: [] };
  const cut = Promise.withResolvers<never>();
  cut.promise.catch(() => {}); // Usually rejected after the transaction has ended.
  const ending = database.transaction(async (sql) => {
    const result = await Promise.race([work(stepped(sql, hooks, transaction)), cut.promise]);
    for (const statement of transaction.locking) {
      await hooks.before(statement);
      hooks.done(statement, 1);
    }
    return result;
  });
  hooks.begun(async () => {
    cut.reject(new Error('the process was killed'));
    await ending.catch(() => {});
  });
  return await ending;
}

/** Normalizes a statement: removes leading comments of SQL files, and quotes around names. */
function normalize(text: string): string {
  return text.replaceAll(/--[^\n]*\n/g, '').replaceAll('"', '');
}

/** Intercepts all ways of sending that the code under test uses: `unsafe`, templates and savepoints. */
function stepped<Executor extends Sql | TransactionSql>(
  sql: Executor,
  hooks: StatementHooks,
  transaction?: Transaction,
): Executor {
  async function awaitTurn(statement: Statement): Promise<void> {
    if (transaction?.hasWritten !== true) await hooks.before(statement);
    if (transaction !== undefined && isWrite(statement)) transaction.hasWritten = true;
  }
  const special: Readonly<Record<string, unknown>> = {
    unsafe: (text: string, values: never[], options: object) => ({
      values: () => ({
        async forEach(each: (row: unknown) => void) {
          const parameters = sentParameters(values);
          const statement = { text: normalize(text), values: [...parameters] };
          await awaitTurn(statement);
          const query = Object.assign(sql.unsafe(text, values, options), { parameters });
          const result = await query.values().forEach(each);
          hooks.done(statement, result.count);
          return result;
        },
      }),
    }),
    savepoint: (work: (nested: TransactionSql) => Promise<unknown>) =>
      (sql as TransactionSql).savepoint((nested) => work(stepped(nested, hooks, transaction))),
  };
  return new Proxy(sql, {
    apply: async (target, receiver, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) => {
      const statement = { text: strings.join('?'), values };
      await awaitTurn(statement);
      const result = await Reflect.apply(target, receiver, [strings, ...values]);
      hooks.done(statement, result.count);
      if (statement.text.includes('advisory_xact') && result[0]?.locked !== false) transaction?.locking.push(statement);
      return result;
    },
    // Without its execution mode, all statements run on this executor, and none on the connection of pipelined reads.
    get: (target, name) => (typeof name === 'symbol' ? undefined : (special[name] ?? Reflect.get(target, name))),
  });
}
