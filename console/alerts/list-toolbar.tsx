import type { AlertListQuery } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { rowFormats } from '../shared/export.js';
import { ExportMenu } from '../shared/export-menu.js';
import { formatClock, formatCount, formatNumber } from '../shared/format.js';
import { refreshQueries } from '../shared/revision.js';
import { timeZoneLabel } from '../shared/time-zone.js';
import type { QueryState } from '../shared/use-graph-query.js';
import { ChangeAll } from './change-all.js';
import type { AlertFilterInput } from './filter.js';
import type { ListLocation } from './list-location.js';
import { LiveButton } from './live-button.js';
import { SortChoice } from './sort-choice.js';
import type { LiveAlerts } from './use-live-alerts.js';

const exportFormats = { ...rowFormats, stix: 'STIX 2.1', ocsf: 'OCSF' };

export interface ListToolbarProps {
  readonly state: ListLocation;
  readonly list: QueryState<AlertListQuery>;
  readonly live: LiveAlerts;
  /** The filter as a GraphQL variable. */
  readonly filter: AlertFilterInput;
  readonly onHelp: () => void;
  /** The button "More", which shows the other controls on small screens. */
  readonly more: { readonly isOpen: boolean; readonly toggle: () => void };
}

/**
 * The count of alerts, and the controls of the list. The button for live updates is also shown for an empty or failed
 * list, because an update can add rows.
 */
export function ListToolbar({ state, list, live, filter, onHelp, more }: ListToolbarProps) {
  const listedAlerts = list.data !== undefined && list.data.alerts.nodes.length > 0 ? list.data.alerts : undefined;
  return (
    <div className="toolbar">
      <div className="toolbar-state">
        {listedAlerts !== undefined && (
          <p className="toolbar-count" role="status">
            <strong>{formatCount(listedAlerts.totalCount, 'alert')}</strong>
          </p>
        )}
        {listedAlerts !== undefined && list.receivedAt !== undefined && (
          <span className="hint">
            Updated {formatClock(list.receivedAt)} {timeZoneLabel}
          </span>
        )}
      </div>
      <LiveButton live={live} />
      {live.unseen.size > 0 && (
        <Button size="small" title="Mark all as seen" onClick={() => live.markSeen()}>
          {formatNumber(live.unseen.size)} new
        </Button>
      )}
      <Button size="small" className="more-toggle" aria-expanded={more.isOpen} onClick={more.toggle}>
        More
      </Button>
      <div className="toolbar-actions more">
        {listedAlerts !== undefined && <SortChoice state={state} />}
        {list.data?.alertAccess.canChange && <ChangeAll total={list.data.alerts.totalCount} filter={filter} />}
        {listedAlerts !== undefined && (
          <ExportMenu
            path="api/alerts/export"
            filter={filter}
            records={`all ${formatCount(listedAlerts.totalCount, 'alert')}`}
            formats={exportFormats}
          />
        )}
        {listedAlerts !== undefined && (
          <Button size="small" onClick={refreshQueries} disabled={list.loading}>
            {list.loading ? 'Loading…' : 'Refresh'}
          </Button>
        )}
        <Button size="small" aria-keyshortcuts="?" onClick={onHelp}>
          Shortcuts
        </Button>
      </div>
    </div>
  );
}
