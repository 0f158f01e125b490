import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  insertInto,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  sqlFile,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { interfaceType } from '../tables.js';
import { backtestStateType, policyBacktest } from './tables.js';

export const insertBacktest = execute(
  {
    ...{ id: uuid, tenants: nullable(array(text)), modelName: nullable(text), days: integer },
    ...{ minThreshold: float8, dedupWindowSeconds: float8, suppressions: nullable(text) },
    ...{ currentMinThreshold: float8, currentDedupWindowSeconds: float8 },
    ...{ creatorId: text, creatorName: text, via: enumeration(interfaceType), at: float8 },
  },
  ({ at, suppressions, ...values }) =>
    insertInto(policyBacktest, {
      ...values,
      state: sql`'running'`,
      createdAtEpoch: at,
      suppressions: sql`${suppressions}::json`,
    }),
);

/** Locks a caller until the end of the transaction, so backtests of the same caller start one after another. */
export const lockCreator = execute(
  sqlFile(import.meta.url, './statements/lock-creator.sql', { parameters: { creatorId: text } }),
);

export const countRunning = fetchOne({ creatorId: text }, ({ creatorId }) =>
  rawQuery(
    { count: cast(integer, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${policyBacktest} where state = 'running' and creator_id = ${creatorId}`,
  ),
);

const columns = { ...getTableColumns(policyBacktest) };

export const selectBacktest = fetchRow({ id: uuid }, (values) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${policyBacktest} where ${policyBacktest.id} = ${values.id}`,
  ),
);
export type BacktestRow = RowOf<typeof selectBacktest>;

/** The newest backtests whose tenants are all among the given tenants; null: all backtests. */
export const selectNewestBacktests = fetchRows({ tenants: nullable(array(text)), first: integer }, (values) =>
  rawQuery(
    columns,
    (selected) => sql`select ${selected} from ${policyBacktest}
      where ${values.tenants} is null or ${policyBacktest.tenants} <@ ${values.tenants}
      order by ${policyBacktest.createdAtEpoch} desc, ${policyBacktest.id} limit ${values.first}`,
  ),
);

/** The running backtests, oldest first. */
export const selectRunningBacktests = fetchRows({}, () =>
  rawQuery(
    { id: policyBacktest.id },
    (selected) => sql`select ${selected} from ${policyBacktest} where state = 'running' order by created_at, id`,
  ),
);

/** Stores the progress of a running backtest. Returns false if the backtest is no longer running. */
export const updateProgress = hasRow({ id: uuid, inferences: bigint, processed: bigint }, (values) =>
  rawQuery(
    { id: policyBacktest.id },
    (
      selected,
    ) => sql`update ${policyBacktest} set inference_count = ${values.inferences}, processed_count = ${values.processed}
        where ${policyBacktest.id} = ${values.id} and state = 'running' returning ${selected}`,
  ),
);

/** Ends a running backtest. Returns false if the backtest is not running. */
export const endBacktest = hasRow(
  { id: uuid, state: enumeration(backtestStateType), finishedAt: float8, error: nullable(text) },
  (values) =>
    rawQuery(
      { id: policyBacktest.id },
      (selected) => sql`update ${policyBacktest} set state = ${values.state}, finished_at = ${values.finishedAt},
            error = ${values.error}
          where ${policyBacktest.id} = ${values.id} and state = 'running' returning ${selected}`,
    ),
);

/** Deletes the ended backtests of a caller except the newest `maxCount`. */
export const deleteOlderBacktests = execute(
  { creatorId: text, maxCount: integer },
  (values) => sql`delete from ${policyBacktest} where ${policyBacktest.id} in (
      select ${policyBacktest.id} from ${policyBacktest} where state <> 'running' and creator_id = ${values.creatorId}
      order by created_at desc, id offset ${values.maxCount})`,
);
