import type { TransactionSql } from 'postgres';
import { executeStatement } from '../statement.js';
import { parametersOf, type Statement } from './statement.js';

let opened = 0;

/**
 * Reads the rows of a statement in batches through a cursor, which PostgreSQL closes at the end of the transaction.
 * Only one batch is in memory at a time.
 */
export async function* stream<Row, Values>(
  sql: TransactionSql,
  { compiled }: Statement<Row, Values>,
  { values, rowsPerBatch }: { values: Values; rowsPerBatch: number },
): AsyncGenerator<Row[]> {
  opened++;
  const name = `rows_${opened}`;
  const { text, mapRow } = compiled;
  const declaration = `declare ${name} no scroll cursor for ${text}`;
  // Neither DECLARE nor FETCH is worth preparing, because each cursor has its own name.
  const isReplanned = true;
  await executeStatement(sql, { text: declaration, values: parametersOf(compiled, values), mapRow, isReplanned });
  const fetch = { text: `fetch forward ${rowsPerBatch} from ${name}`, values: [], mapRow, isReplanned };
  for (;;) {
    const rows = (await executeStatement(sql, fetch)) as Row[]; // The selection determines the type of the rows.
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerBatch) break;
  }
  await executeStatement(sql, { text: `close ${name}`, values: [], mapRow, isReplanned });
}
