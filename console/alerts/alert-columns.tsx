import type { ReactNode } from 'react';
import {
  formatCount,
  formatEnum,
  formatNumber,
  formatRelativeTime,
  formatRowTime,
  formatScore,
  formatTime,
  timeTitle,
} from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { SeverityBadge, StatusBadge, SuppressedBadge } from './badges.js';
import { type ColumnName, columnTitles, defaultColumns } from './column-names.js';
import type { AlertRow } from './data.js';
import type { SortColumn } from './list-location.js';
import { TargetBadge } from './target-badge.js';

/** A row, and the state that its cells show in addition to the alert. */
export interface CellProps {
  readonly row: AlertRow;
  /** URL of the list with this alert open alongside it. */
  readonly href: string;
  readonly isOpen: boolean;
  readonly isNew: boolean;
}

interface AlertColumn {
  readonly name: ColumnName;
  readonly title: string;
  readonly sort?: SortColumn;
  readonly className?: string;
  /**
   * Class that hides a default column if there is not enough space. It does not apply to columns that the person has
   * selected.
   */
  readonly hidingClass?: string;
  readonly cell: (shown: CellProps) => ReactNode;
}

const columns: { readonly [Name in ColumnName]: Omit<AlertColumn, 'name' | 'title'> & { readonly title?: string } } = {
  severity: {
    sort: 'severity',
    className: 'row-severity',
    cell: ({ row }) => <SeverityBadge severity={row.severity} />,
  },
  endpoint: { className: 'row-endpoint', cell: (value) => <Endpoint {...value} /> },
  tenant: { className: 'row-text', cell: ({ row }) => row.tenantId },
  platform: { cell: ({ row }) => formatEnum(row.platform) },
  status: {
    cell: ({ row }) => (
      <>
        <StatusBadge status={row.status} />
        {row.isSuppressed && <SuppressedBadge />}
      </>
    ),
  },
  due: { sort: 'due', className: 'row-due', cell: ({ row }) => <TargetBadge alert={row} isShort /> },
  assignee: {
    ...{ className: 'row-text', hidingClass: 'table-wide' },
    cell: ({ row }) => row.assignee?.name ?? <span className="hint">Unassigned</span>,
  },
  score: {
    ...{ sort: 'score', className: 'table-number', hidingClass: 'table-roomy' },
    cell: ({ row }) => formatScore(row.attackProb),
  },
  techniques: {
    ...{ className: 'row-techniques', hidingClass: 'row-techniques-hiding' },
    cell: ({ row }) => <Techniques techniques={row.techniques} />,
  },
  model: { className: 'row-text', hidingClass: 'table-wide row-model-hiding', cell: ({ row }) => row.modelName },
  created: { title: timeTitle('Created'), className: 'row-time', cell: ({ row }) => <Time time={row.createdAt} /> },
  seen: {
    ...{ title: timeTitle('Last seen'), sort: 'seen', className: 'row-time', hidingClass: 'row-time-hiding' },
    cell: ({ row }) => <Time time={row.lastSeen} />,
  },
};

/**
 * The columns that a list shows.
 * @param selected undefined: the default columns
 */
export function shownColumns(selected: readonly ColumnName[] | undefined): readonly AlertColumn[] {
  return (selected ?? defaultColumns).map((name) => {
    const { hidingClass, className = '', ...column } = columns[name];
    const classes =
      selected === undefined && hidingClass !== undefined ? `${className} ${hidingClass}`.trim() : className;
    return { title: columnTitles[name], ...column, name, className: classes };
  });
}

function Endpoint({ row, href, isOpen, isNew }: CellProps) {
  return (
    <>
      <a href={href} id={`alert-${row.id}`} aria-current={isOpen ? 'true' : undefined} title={row.endpointId}>
        <HostName name={row.endpointId} />
      </a>
      {isNew && <span className="badge badge-accent">New</span>}
      <span className="row-second">
        {row.tenantId}
        <span className="row-details">
          {` · ${formatEnum(row.platform)}`}
          {row.relatedEndpoints.length > 0 && ` · ${formatCount(row.relatedEndpoints.length, 'related endpoint')}`}
        </span>
        <span className="row-age"> · {formatRelativeTime(row.lastSeen)}</span>
      </span>
      <span className="row-due-below">
        <TargetBadge alert={row} isShort />
      </span>
    </>
  );
}

/** Shows the first technique and the number of the others; the tooltip lists all of them. */
function Techniques({ techniques }: { readonly techniques: AlertRow['techniques'] }) {
  const [first, ...others] = techniques;
  if (first === undefined) {
    return <span className="hint">None</span>;
  }
  const title = techniques.map(({ id, name }) => `${id} ${name ?? ''}`.trim()).join('\n');
  return (
    <span className="row-technique" title={title}>
      <span>
        {first.name === null ? first.id : <span className="row-technique-id">{first.id} </span>}
        {first.name}
      </span>
      {others.length > 0 && <span className="hint">+{formatNumber(others.length)}</span>}
    </span>
  );
}

function Time({ time }: { readonly time: string }) {
  return (
    <>
      <span title={formatTime(time)}>{formatRowTime(time)}</span>
      <span className="row-second">{formatRelativeTime(time)}</span>
    </>
  );
}
