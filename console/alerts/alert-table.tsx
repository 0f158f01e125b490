import { type MouseEvent, useMemo } from 'react';
import { navigate } from '../shared/location.js';
import { type CellProps, shownColumns } from './alert-columns.js';
import type { AlertRow } from './data.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import { toggleId } from './shortcuts.js';
import { SortHeader } from './sort-header.js';
import type { LiveAlerts } from './use-live-alerts.js';

interface AlertTableProps {
  readonly rows: readonly AlertRow[];
  readonly state: ListLocation;
  readonly selected: ReadonlySet<string>;
  /** Called with the ids of the selected alerts; undefined if the caller cannot change alerts. */
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
  /** True while newer rows are loading. */
  readonly stale: boolean;
  readonly live: LiveAlerts;
}

type Columns = ReturnType<typeof shownColumns>;

/** A page of alerts. A row opens its alert; its checkbox selects it for a bulk change. */
export function AlertTable({ rows, state, selected, onSelect, stale, live }: AlertTableProps) {
  const columns = useMemo(() => shownColumns(state.columns), [state.columns]);
  const all = rows.every((row) => selected.has(row.id));
  return (
    <div className="table-frame">
      <table className={stale ? 'table table-stale' : 'table'}>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className="table-box">
                <input
                  type="checkbox"
                  aria-label="Select all alerts on this page"
                  checked={all}
                  onChange={() => onSelect(all ? new Set() : new Set(rows.map((row) => row.id)))}
                />
              </th>
            )}
            {columns.map(({ name, title, sort, className }) =>
              sort === undefined ? (
                <th key={name} scope="col" className={className}>
                  {title}
                </th>
              ) : (
                <SortHeader key={name} state={state} column={sort} className={className}>
                  {title}
                </SortHeader>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} {...{ row, columns, state, selected, onSelect, live }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<AlertTableProps, 'rows' | 'stale'> & { readonly row: AlertRow; readonly columns: Columns };

function Row({ row, columns, state, selected, onSelect, live }: RowProps) {
  const isNew = live.unseen.has(row.id);
  const markSeen = isNew ? () => live.markSeen(row.id) : undefined;
  const isOpen = state.alert === row.id;
  const cellProps: CellProps = { row, isOpen, isNew, href: hrefOfList({ ...state, alert: row.id }) };

  return (
    <tr
      data-alert={row.id}
      className={isOpen ? 'row row-open' : 'row'}
      onFocus={markSeen}
      onMouseEnter={markSeen}
      onClick={(event) => openUnlessControl(event, cellProps.href)}
    >
      {onSelect && (
        <td className="table-box">
          <input
            type="checkbox"
            aria-label={`Select the alert on ${row.endpointId}`}
            checked={selected.has(row.id)}
            onChange={() => onSelect?.(toggleId(selected, row.id))}
          />
        </td>
      )}
      {columns.map(({ name, className, cell }) => (
        <td key={name} className={className}>
          {cell(cellProps)}
        </td>
      ))}
    </tr>
  );
}

/** Opens an alert on a click anywhere in its row except on a control. With the keyboard, people use the link. */
function openUnlessControl(event: MouseEvent, href: string) {
  const target = event.target as Element; // The target of a click is an element.
  const selecting = (getSelection()?.toString() ?? '') !== '';
  if (!selecting && target.closest('a, input, button, .table-box') === null) {
    navigate(href);
  }
}
