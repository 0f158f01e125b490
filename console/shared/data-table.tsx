import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Replaces the title in the header. */
  readonly header?: ReactNode;
  readonly className?: string;
  /** Whether its cells are the titles of the cards on a phone. Default: the first column. */
  readonly isMain?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True while newer rows load. */
  readonly stale?: boolean;
}

/** A table, which is shown as cards on a phone. The class of a column applies to its cells and its header. */
export function DataTable<Row>({ columns, rows, keyOf, stale = false }: DataTableProps<Row>) {
  const main = Math.max(
    0,
    columns.findIndex(({ isMain }) => isMain),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys.
    <div className="table-frame table-cards" tabIndex={0}>
      <table className={stale ? 'table table-stale' : 'table'}>
        <thead>
          <tr>
            {columns.map(({ title, header = title, className }) => (
              <th scope="col" className={className} key={title}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, className, cell }, index) => (
                <td className={classOf(className, index === main)} data-title={title} key={title}>
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

function classOf(className: string | undefined, isMain: boolean): string | undefined {
  return isMain ? [className, 'table-main'].filter(Boolean).join(' ') : className;
}
