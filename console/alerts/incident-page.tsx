import { zone } from '../shared/time-zone.js';
import './incident.css';
import { useEffect, useState } from 'react';
import { IncidentDetailDocument } from '../generated/operations.js';
import { countOf, formatAge, formatNumber, formatTime } from '../shared/format.js';
import { hrefOf, hrefOfPage, navigate, useLocation } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { emptyFilter } from './filter.js';
import { IncidentAlerts } from './incident-alerts.js';
import { hrefOfIncident, type IncidentDetail, incidentPath, incidentsPath } from './incident-data.js';
import { IncidentForm } from './incident-form.js';
import { IncidentTimeline } from './incident-timeline.js';
import { hrefOfAlerts } from './list-location.js';
import { MergeDialog } from './merge-dialog.js';
import { useLiveIncidents } from './use-live-incidents.js';

/** One incident. The address of a merged incident redirects to the incident that has its alerts. */
export function IncidentPage() {
  const { search } = useLocation();
  const id = search.get('id') ?? '';
  const detail = useGraphQuery({
    document: IncidentDetailDocument,
    variables: {
      id,
      alertsAfter: search.get('after') || undefined,
      timelineAfter: search.get('timelineAfter') || undefined,
    },
    skip: id === '',
  });
  useLiveIncidents();
  const successor = detail.data?.incident?.mergedInto?.id;
  useEffect(() => {
    if (successor !== undefined) {
      navigate(hrefOfIncident(successor), { replace: true });
    }
  }, [successor]);
  const isShown = detail.data?.incident != null && (detail.failure === undefined || detail.loading);
  return (
    <div className="page incident">
      {!isShown && <h1>Incident</h1>}
      {id === '' ? (
        <EmptyPanel title="No incident chosen">
          <p>
            <a href={hrefOf(incidentsPath)}>Go to incidents</a>
          </p>
        </EmptyPanel>
      ) : (
        <QueryPanel query={detail} what="the incident">
          {({ incident }) =>
            incident === null ? (
              <EmptyPanel title="Incident not found">
                <p>
                  The incident was deleted, or it belongs to a tenant that you cannot access.{' '}
                  <a href={hrefOf(incidentsPath)}>All incidents</a>
                </p>
              </EmptyPanel>
            ) : (
              <Content key={incident.id} incident={incident} search={search} />
            )
          }
        </QueryPanel>
      )}
    </div>
  );
}

interface ContentProps {
  readonly incident: IncidentDetail;
  readonly search: URLSearchParams;
}

function Content({ incident, search }: ContentProps) {
  const canChange = usePermissions().includes('alerts.incidents');
  const [merging, setMerging] = useState(false);
  const { alerts, timeline } = incident;
  const withoutTimeline = new URLSearchParams(search);
  withoutTimeline.delete('timelineAfter');
  return (
    <>
      <header className="incident-head">
        <h1>{incident.title}</h1>
        {incident.severity !== null && <SeverityBadge severity={incident.severity} />}
        <StatusBadge status={incident.status} />
        <span className="hint">
          {incident.tenantId} · {incident.owner?.name ?? 'Unassigned'}
          {incident.isAutomatic && ' · opened by a rule'}
        </span>
      </header>
      {canChange && <IncidentForm incident={incident} />}
      {canChange && (
        <p>
          <button type="button" className="button" onClick={() => setMerging(true)}>
            Merge others into this incident
          </button>
        </p>
      )}
      {merging && <MergeDialog incident={incident} onClose={() => setMerging(false)} />}
      <Facts incident={incident} />
      <section aria-labelledby="incident-alerts-title">
        <h2 id="incident-alerts-title">
          Alerts{' '}
          <a className="hint" href={hrefOfAlerts({ ...emptyFilter, incident: incident.id })}>
            {countOf(incident.alertCount, 'alert')} in the list of alerts
          </a>
        </h2>
        <IncidentAlerts incident={incident} canChange={canChange} />
        <Pages
          label="Pages of alerts"
          firstHref={search.has('after') ? hrefOfPage(incidentPath, search, { after: '' }) : undefined}
          nextHref={
            alerts.pageInfo.hasNextPage
              ? hrefOfPage(incidentPath, search, { after: alerts.pageInfo.endCursor ?? '' })
              : undefined
          }
        />
      </section>
      <IncidentTimeline incident={incident} canChange={canChange} />
      <Pages
        label="Pages of the timeline"
        firstHref={search.has('timelineAfter') ? hrefOf(incidentPath, withoutTimeline) : undefined}
        nextHref={timeline.pageInfo.hasNextPage ? hrefOfTimeline(search, timeline.pageInfo.endCursor) : undefined}
      />
    </>
  );
}

function hrefOfTimeline(search: URLSearchParams, after: string | null): string {
  const next = new URLSearchParams(search);
  next.set('timelineAfter', after ?? '');
  return hrefOf(incidentPath, next);
}

interface PagesProps {
  readonly label: string;
  readonly firstHref: string | undefined;
  readonly nextHref: string | undefined;
}

function Pages({ label, firstHref, nextHref }: PagesProps) {
  if (firstHref === undefined && nextHref === undefined) {
    return null;
  }
  return (
    <nav className="pager" aria-label={label}>
      {firstHref !== undefined && (
        <a className="button button-small" href={firstHref}>
          First
        </a>
      )}
      {nextHref !== undefined && (
        <a className="button button-small" href={nextHref}>
          Next
        </a>
      )}
    </nav>
  );
}

/** Times, endpoints and techniques of an incident. Each endpoint and technique links to its alerts. */
function Facts({ incident }: { readonly incident: IncidentDetail }) {
  const { firstSeen, lastSeen, endpoints, techniques, openAlertCount, id } = incident;
  return (
    <dl className="facts">
      <div className="fact">
        <dt>Seen</dt>
        <dd>
          {firstSeen === null || lastSeen === null
            ? 'No alerts'
            : `${formatTime(firstSeen)} to ${formatTime(lastSeen)} ${zone} (${formatAge(lastSeen)})`}
        </dd>
      </div>
      <div className="fact">
        <dt>Not closed</dt>
        <dd>{countOf(openAlertCount, 'alert')}</dd>
      </div>
      <div className="fact">
        <dt>Endpoints</dt>
        <dd>
          {endpoints.map(({ value, count }) => (
            <a key={value} className="tag" href={hrefOfAlerts({ ...emptyFilter, incident: id, endpoint: value })}>
              {value} ({formatNumber(count)})
            </a>
          ))}
        </dd>
      </div>
      <div className="fact">
        <dt>Techniques</dt>
        <dd>
          {techniques.length === 0 && 'None'}
          {techniques.map(({ value, name, count }) => (
            <a key={value} className="tag" href={hrefOfAlerts({ ...emptyFilter, incident: id, technique: [value] })}>
              {[value, name].filter((part) => part !== null).join(' ')} ({formatNumber(count)})
            </a>
          ))}
        </dd>
      </div>
    </dl>
  );
}
