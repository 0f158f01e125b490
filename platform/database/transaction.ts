import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import { isUnavailable } from './errors.js';

/** A statement of the driver, which settles its promise by this property. */
interface SettledByDriver {
  reject(error: unknown): void;
}

/**
 * Runs work in one transaction.
 *
 * The driver pins the transaction to a connection but does not notice when that connection ends: it sends ROLLBACK and whatever the work
 * sends next to a socket that is gone, which throws where nobody can catch it and leaves the connection unusable, or to the next session
 * on the same connection, in the middle of another transaction. So nothing is sent once the connection is lost: statements are refused
 * here, and the work's end is not reported to the driver, which by then rejects the transaction itself.
 * @throws what the work throws; a connection failure (`isUnavailable`) when the connection ended
 */
export async function runTransaction<Result>(
  pool: Sql,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const link = new Link();
  const outcome = pool.begin((sql) => link.run(sql, work));
  // The driver rejects as soon as the connection closes, whatever the work is doing.
  outcome.catch(() => link.lose());
  // postgres.js unwraps arrays of promises in its result type; ours returns plain values.
  return (await outcome) as Result;
}

/** The connection of one transaction, as far as the work may use it. */
class Link {
  readonly #lost = Promise.withResolvers<never>();
  #isLost = false;

  constructor() {
    this.#lost.promise.catch(() => {}); // Only savepoints wait for it.
  }

  lose(): void {
    this.#isLost = true;
    this.#lost.reject(closedError());
  }

  /** Runs the work on a transaction or savepoint; does not settle once the connection is lost. */
  async run<Result>(sql: TransactionSql, work: (sql: TransactionSql) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#guard(sql));
    } finally {
      if (this.#isLost) await never();
    }
  }

  /** The same transaction, which refuses statements once its connection is lost. */
  #guard(sql: TransactionSql): TransactionSql {
    const watch = <Value>(value: Value) => this.#watch(value);
    const refuseIfLost = () => {
      if (this.#isLost) throw closedError();
    };
    const savepoint = this.#savepointOn(sql);
    return new Proxy(sql, {
      apply(target, receiver, given) {
        refuseIfLost();
        return watch(Reflect.apply(target, receiver, given));
      },
      get(target, name) {
        if (name === 'savepoint') return savepoint;
        if (name !== 'unsafe') return Reflect.get(target, name);
        return (...given: Parameters<TransactionSql['unsafe']>): PendingQuery<Row[]> => {
          refuseIfLost();
          return watch(target.unsafe(...given));
        };
      },
    });
  }

  #savepointOn(sql: TransactionSql) {
    return (work: (nested: TransactionSql) => Promise<unknown>): Promise<unknown> =>
      // The work around it goes on with the failure, and cleans up.
      Promise.race([sql.savepoint((nested) => this.run(nested, work)), this.#lost.promise]);
  }

  /** Detects a statement that fails with its connection before its caller does. */
  #watch<Value>(value: Value): Value {
    if (value instanceof Promise && isSettledByDriver(value)) {
      const reject = value.reject;
      value.reject = (error) => {
        // A connection that this process ends itself refuses statements on its own.
        if (isUnavailable(error) && codeOf(error) !== 'CONNECTION_DESTROYED') this.lose();
        reject(error);
      };
    }
    return value;
  }
}

function isSettledByDriver(value: object): value is SettledByDriver {
  return 'reject' in value && typeof value.reject === 'function';
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function closedError(): Error {
  return Object.assign(new Error('The connection of this transaction was closed'), { code: 'CONNECTION_CLOSED' });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
