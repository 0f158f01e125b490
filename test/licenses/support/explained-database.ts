import type { Sql, TransactionSql } from 'postgres';
import type { Database } from '../../../platform/database/index.js';
import { createRecordingDatabase } from '../../support/recorded-statements.js';
import { sentParameters } from '../../support/sent-parameters.js';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * A database that explains each statement of a transaction before it runs, with the minimum `work_mem`, so the plans
 * are those for many rows.
 * @returns the database, and the number of rows that all nodes of the plans have processed
 */
export function explainedDatabase(database: Database): { database: Database; rowsHandled(): number } {
  let rows = 0;
  const explained = (sql: TransactionSql): TransactionSql =>
    new Proxy(sql, {
      get(target, name) {
        if (name !== 'unsafe') return Reflect.get(target, name);
        return (text: string, parameters: never[], options: Parameters<Sql['unsafe']>[2]) => {
          // Sent in this order on the connection of the transaction.
          target.unsafe('savepoint explained').execute();
          const explain = `explain (analyze, timing off, format json) ${text}`;
          const plans = target.unsafe(explain, sentParameters(parameters)).execute();
          target.unsafe('rollback to savepoint explained').execute();
          void plans.then(([row]) => (rows += rowsOf(row?.['QUERY PLAN'][0].Plan)));
          return target.unsafe(text, parameters, options);
        };
      },
    });
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (sql) => {
      await sql`set local work_mem = '64kB'`;
      return await work(explained(sql));
    });
  return { database: { ...createRecordingDatabase(database, []), transaction }, rowsHandled: () => rows };
}

function rowsOf(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
