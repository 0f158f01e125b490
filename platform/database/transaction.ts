import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import { errorCode, isUnavailable } from './errors.js';

/** A statement of the driver, which settles its promise through this property. */
interface SettledByDriver {
  reject(error: unknown): void;
}

/**
 * Runs the work in one transaction.
 *
 * The driver pins the transaction to a connection, but does not notice if that connection ends. It sends ROLLBACK and
 * later statements to a closed socket, which throws an uncatchable error and leaves the connection unusable, or to the
 * next session on the same connection, inside another transaction. Therefore, nothing is sent after the connection is
 * lost: statements are rejected here, and the end of the work is not reported to the driver, which rejects the
 * transaction itself.
 * @param mode such as `isolation level repeatable read`; default: that of the database
 * @throws errors of the work, or a connection failure (`isUnavailable`) if the connection ended
 */
export async function runTransaction<Result>(
  pool: Sql,
  work: (sql: TransactionSql) => Promise<Result>,
  mode = '',
): Promise<Result> {
  const link = new TransactionConnection();
  const outcome = pool.begin(mode, (sql) => link.run(sql, work));
  // The driver rejects when the connection closes, even if the work is still running.
  outcome.catch(() => link.markLost());
  // postgres.js unwraps arrays of promises in its result type; the work returns plain values.
  return (await outcome) as Result;
}

/** The connection of one transaction, as seen by its work. */
class TransactionConnection {
  readonly #lost = Promise.withResolvers<never>();
  #isLost = false;

  constructor() {
    this.#lost.promise.catch(() => {}); // Without a savepoint, nothing awaits this promise.
  }

  markLost(): void {
    this.#isLost = true;
    this.#lost.reject(closedError());
  }

  /** Runs the work in a transaction or savepoint; never settles after the connection is lost. */
  async run<Result>(sql: TransactionSql, work: (sql: TransactionSql) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#guard(sql));
    } finally {
      if (this.#isLost) await neverSettle();
    }
  }

  /** Wraps the transaction to reject statements after its connection is lost. */
  #guard(sql: TransactionSql): TransactionSql {
    const watch = <Value>(value: Value) => this.#watch(value);
    const rejectIfLost = () => {
      if (this.#isLost) throw closedError();
    };
    const savepoint = this.#createSavepoint(sql);
    return new Proxy(sql, {
      apply(target, receiver, parameters) {
        rejectIfLost();
        return watch(Reflect.apply(target, receiver, parameters));
      },
      get(target, name) {
        if (name === 'savepoint') return savepoint;
        if (name !== 'unsafe') return Reflect.get(target, name);
        return (...parameters: Parameters<TransactionSql['unsafe']>): PendingQuery<Row[]> => {
          rejectIfLost();
          return watch(target.unsafe(...parameters));
        };
      },
    });
  }

  #createSavepoint(sql: TransactionSql) {
    return (work: (nested: TransactionSql) => Promise<unknown>): Promise<unknown> =>
      // The enclosing work continues with the failure and cleans up.
      Promise.race([sql.savepoint((nested) => this.run(nested, work)), this.#lost.promise]);
  }

  /** Watches a statement, to detect a failure of the connection before the caller of the statement does. */
  #watch<Value>(value: Value): Value {
    if (value instanceof Promise && isSettledByDriver(value)) {
      const reject = value.reject;
      value.reject = (error) => {
        // If this process closes the connection, the driver rejects statements itself.
        if (isUnavailable(error) && errorCode(error) !== 'CONNECTION_DESTROYED') this.markLost();
        reject(error);
      };
    }
    return value;
  }
}

function isSettledByDriver(value: object): value is SettledByDriver {
  return 'reject' in value && typeof value.reject === 'function';
}

function closedError(): Error {
  return Object.assign(new Error('The connection of this transaction was closed'), { code: 'CONNECTION_CLOSED' });
}

function neverSettle(): Promise<never> {
  return new Promise(() => {});
}
