import type { MouseEvent } from 'react';
import { countOf, formatAge, formatEnum, formatScore, formatTime } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { navigate } from '../shared/location.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import type { AlertRow } from './data.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import { toggled } from './shortcuts.js';
import { SortHeader } from './sort-header.js';
import { TargetBadge } from './target-badge.js';
import type { LiveAlerts } from './use-live-alerts.js';

interface AlertTableProps {
  readonly rows: readonly AlertRow[];
  readonly state: ListLocation;
  readonly selected: ReadonlySet<string>;
  /** Undefined: the caller cannot change alerts. */
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
  /** True while newer rows load. */
  readonly stale: boolean;
  readonly live: LiveAlerts;
}

/** A page of alerts. A row opens its alert; its checkbox selects it for a bulk change. */
export function AlertTable({ rows, state, selected, onSelect, stale, live }: AlertTableProps) {
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
            <SortHeader state={state} column="severity">
              Severity
            </SortHeader>
            <th scope="col">Endpoint</th>
            <th scope="col">Status</th>
            <SortHeader state={state} column="due" className="row-due">
              Due
            </SortHeader>
            <th scope="col" className="table-wide">
              Assignee
            </th>
            <SortHeader state={state} column="score" className="table-number table-roomy">
              Score
            </SortHeader>
            <th scope="col" className="row-techniques">
              Techniques
            </th>
            <th scope="col" className="table-wide">
              Model
            </th>
            <SortHeader state={state} column="seen" className="row-time">
              Last seen (UTC)
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} {...{ row, state, selected, onSelect, live }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<AlertTableProps, 'rows' | 'stale'> & { readonly row: AlertRow };

function Row({ row, state, selected, onSelect, live }: RowProps) {
  const href = hrefOfList({ ...state, alert: row.id });
  const open = state.alert === row.id;
  const age = formatAge(row.lastSeen);
  const isNew = live.unseen.has(row.id);
  const see = isNew ? () => live.see(row.id) : undefined;

  return (
    <tr
      data-alert={row.id}
      className={open ? 'row row-open' : 'row'}
      onFocus={see}
      onMouseEnter={see}
      onClick={(event) => openUnlessControl(event, href)}
    >
      {onSelect && (
        <td className="table-box">
          <input
            type="checkbox"
            aria-label={`Select the alert on ${row.endpointId}`}
            checked={selected.has(row.id)}
            onChange={() => onSelect?.(toggled(selected, row.id))}
          />
        </td>
      )}
      <td>
        <SeverityBadge severity={row.severity} />
      </td>
      <td className="row-endpoint">
        <a href={href} id={`alert-${row.id}`} aria-current={open ? 'true' : undefined}>
          <HostName name={row.endpointId} />
        </a>
        {isNew && <span className="badge row-new">New</span>}
        <span className="row-second">
          {row.tenantId} · {formatEnum(row.platform)}
          {row.relatedEndpoints.length > 0 && ` · ${countOf(row.relatedEndpoints.length, 'related endpoint')}`}
          <span className="row-age"> · {age}</span>
        </span>
      </td>
      <td>
        <StatusBadge status={row.status} />
      </td>
      <td className="row-due">
        <TargetBadge alert={row} isShort />
      </td>
      <td className="table-wide">{row.assignee?.name ?? <span className="hint">Nobody</span>}</td>
      <td className="table-number table-roomy">{formatScore(row.attackProb)}</td>
      <td className="row-techniques">
        {row.ttpTechniques.length === 0 ? <span className="hint">None</span> : row.ttpTechniques.join(', ')}
      </td>
      <td className="table-wide">{row.modelName}</td>
      <td className="row-time">
        {formatTime(row.lastSeen)}
        <span className="row-second">{age}</span>
      </td>
    </tr>
  );
}

/** Opens an alert by a click anywhere in its row except on a control; the keyboard uses the link. */
function openUnlessControl(event: MouseEvent, href: string) {
  const target = event.target as Element; // The target of a click is an element.
  const selecting = (getSelection()?.toString() ?? '') !== '';
  if (!selecting && target.closest('a, input, button, .table-box') === null) {
    navigate(href);
  }
}
