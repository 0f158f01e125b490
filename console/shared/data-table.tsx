import type { ReactNode } from 'react';
import type { ExportedList } from './export.js';
import { formatNumber, formatTime, timeTitle } from './format.js';
import { ListHead } from './list-head.js';

export interface Column<Row> {
  readonly title: string;
  /** Replaces the title in the header. */
  readonly header?: ReactNode;
  readonly className?: string;
  /**
   * Whether the cells of this column are the titles of the cards on a phone. Default: true for the first column only.
   */
  readonly isMain?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Details that are shown below the content of a cell, if there are any. */
  readonly secondLine?: (row: Row) => ReactNode;
}

/** A column of times. A cell without a time shows `absent`. */
export function timeColumn<Row>(
  title: string,
  timeOf: (row: Row) => string | null | undefined,
  { absent = '', ...column }: Pick<Column<Row>, 'secondLine'> & { readonly absent?: string } = {},
): Column<Row> {
  return {
    ...column,
    title: timeTitle(title),
    className: 'row-time',
    cell(row) {
      const time = timeOf(row);
      return time == null ? absent : formatTime(time);
    },
  };
}

/** A column of numbers. A cell without a number shows a dash. */
export function numberColumn<Row>(
  title: string,
  numberOf: (row: Row) => number | null | undefined,
  column: Pick<Column<Row>, 'secondLine'> = {},
): Column<Row> {
  return {
    ...column,
    title,
    className: 'table-number',
    cell(row) {
      const number = numberOf(row);
      return number == null ? '–' : formatNumber(number);
    },
  };
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True while newer rows load. */
  readonly stale?: boolean;
  /** Replaces a table without rows. */
  readonly none?: ReactNode;
  /** Number of rows, such as `12 accounts`, shown above the table; see {@link ListHead}. */
  readonly count?: string | undefined;
  readonly exported?: ExportedList | undefined;
}

/** A table, which is shown as cards on a phone. The class of a column applies to its cells and its header. */
export function DataTable<Row>({ columns, rows, keyOf, stale = false, none, count, exported }: DataTableProps<Row>) {
  if (rows.length === 0 && none !== undefined) {
    return typeof none === 'string' ? <p>{none}</p> : none;
  }
  const main = Math.max(
    0,
    columns.findIndex(({ isMain }) => isMain),
  );
  return (
    <>
      {(count !== undefined || exported !== undefined) && <ListHead count={count} exported={exported} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys. */}
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
                {columns.map(({ title, className, cell, secondLine }, index) => (
                  <td className={classOf(className, index === main)} data-title={title} key={title}>
                    {cell(row)}
                    <SecondLine>{secondLine?.(row)}</SecondLine>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function SecondLine({ children }: { readonly children: ReactNode }) {
  return children ? <span className="row-second">{children}</span> : null;
}

function classOf(className: string | undefined, isMain: boolean): string | undefined {
  return isMain ? [className, 'table-main'].filter(Boolean).join(' ') : className;
}
