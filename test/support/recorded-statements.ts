import type { Sql, TransactionSql } from 'postgres';
import type { Database } from '../../platform/database/index.js';

/** Wraps a database to record the text of every statement. */
export function createRecordingDatabase(database: Database, statements: string[]): Database {
  return {
    sql: recordStatements(database.sql, statements),
    connection: database.connection,
    ready: () => database.ready(),
    untilReady: () => database.untilReady(),
    guard: (work) => database.guard((sql) => work(recordStatements(sql, statements))),
    read: (request, work) => database.read(request, (sql) => work(recordStatements(sql, statements))),
    aggregate: (request, work) => database.aggregate(request, (sql) => work(recordStatements(sql, statements))),
    transaction: (work) => database.transaction((sql) => work(recordStatements(sql, statements))),
    dedicatedTransaction: (work) => database.dedicatedTransaction((sql) => work(recordStatements(sql, statements))),
    reserved: { guard: (work) => database.reserved.guard((sql) => work(recordStatements(sql, statements))) },
    urgent: {
      guard: (work) => database.urgent.guard((sql) => work(recordStatements(sql, statements))),
      transaction: (work) => database.urgent.transaction((sql) => work(recordStatements(sql, statements))),
    },
    close: () => database.close(),
  };
}

/** Records statements of `unsafe` and of tagged templates. Fragments of templates count as statements. */
function recordStatements<Executor extends Sql | TransactionSql>(sql: Executor, statements: string[]): Executor {
  return new Proxy(sql, {
    apply(target, receiver, input: unknown[]) {
      if (Array.isArray(input[0]) && 'raw' in input[0]) statements.push(input[0].join('?'));
      return Reflect.apply(target, receiver, input);
    },
    get(target, name) {
      // Without its execution mode, all statements run on this executor, and none on the connection of pipelined reads.
      if (typeof name === 'symbol') return undefined;
      if (name !== 'unsafe') return Reflect.get(target, name);
      return (text: string, ...rest: Parameters<Sql['unsafe']> extends [string, ...infer Rest] ? Rest : never) => {
        statements.push(text);
        return target.unsafe(text, ...rest);
      };
    },
  });
}
