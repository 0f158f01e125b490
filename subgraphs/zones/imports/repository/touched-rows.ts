import type { TransactionSql } from 'postgres';
import { array, integer, type RowOf, run, sqlFile, text } from '../../../../platform/database/statements/index.js';

const touchedRows = sqlFile(import.meta.url, './touched-rows.sql', {
  parameters: { zoneId: integer, labels: array(text) },
  row: { label: text, setId: text, nameservers: array(text) },
});

/** A row of the state with its nameservers. */
export type TouchedRow = RowOf<typeof touchedRows>;

/** Maximum number of labels per statement. */
const labelsPerStatement = 20_000;

/** The rows of a zone's state with these labels, in any order. */
export async function selectTouchedRows(
  transaction: TransactionSql,
  { zoneId, labels }: { zoneId: number; labels: readonly string[] },
): Promise<TouchedRow[]> {
  const rows: TouchedRow[] = [];
  for (let at = 0; at < labels.length; at += labelsPerStatement) {
    rows.push(...(await run(transaction, touchedRows, { zoneId, labels: labels.slice(at, at + labelsPerStatement) })));
  }
  return rows;
}
