import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True while newer rows load. */
  readonly stale?: boolean;
}

/** Rows by columns. A class of a column is that of its cells and its head. */
export function DataTable<Row>({ columns, rows, keyOf, stale = false }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it with the arrow keys.
    <div className="table-frame" tabIndex={0}>
      <table className={stale ? 'table table-stale' : 'table'}>
        <thead>
          <tr>
            {columns.map(({ title, className }) => (
              <th scope="col" className={className} key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, className, cell }) => (
                <td className={className} key={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
