/**
 * The number of characters to add, remove or replace, or of adjacent ones to exchange, that turn one text into the
 * other (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  const [rows, columns] = [[...one], [...other]];
  let older: number[] = [];
  let previous = Array.from({ length: columns.length + 1 }, (_, column) => column);
  for (let row = 1; row <= rows.length; row++) {
    const current = [row];
    for (let column = 1; column <= columns.length; column++) {
      const isEqual = rows[row - 1] === columns[column - 1];
      const isExchanged = rows[row - 1] === columns[column - 2] && rows[row - 2] === columns[column - 1];
      current[column] = Math.min(
        cell(previous, column) + 1,
        cell(current, column - 1) + 1,
        cell(previous, column - 1) + (isEqual ? 0 : 1),
        row > 1 && column > 1 && isExchanged ? cell(older, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [older, previous] = [previous, current];
  }
  return cell(previous, columns.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
