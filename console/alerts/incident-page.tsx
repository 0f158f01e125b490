import './incident.css';
import { useEffect, useState } from 'react';
import { IncidentDetailDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatCount, formatNumber, formatRelativeTime, formatTime, formatTimeInZone } from '../shared/format.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { PageLinks } from '../shared/page-links.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { filterOfIncident } from './filter.js';
import { IncidentAlerts } from './incident-alerts.js';
import { hrefOfIncident, type IncidentDetail, incidentsPath } from './incident-data.js';
import { IncidentForm } from './incident-form.js';
import { IncidentTimeline } from './incident-timeline.js';
import { hrefOfAlerts } from './list-location.js';
import { MergeDialog } from './merge-dialog.js';
import { useLiveIncidents } from './use-live-incidents.js';

/** One incident. The URL of a merged incident redirects to the incident into which it was merged. */
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
  const successor = detail.data?.incident.mergedInto?.id;
  useEffect(() => {
    if (successor !== undefined) {
      navigate(hrefOfIncident(successor), { replace: true });
    }
  }, [successor]);
  return (
    <div className="page incident">
      {detail.data === undefined && <h1>Incident</h1>}
      {id === '' ? (
        <EmptyPanel title="No incident selected">
          <p>
            <a href={hrefOf(incidentsPath)}>Go to incidents</a>
          </p>
        </EmptyPanel>
      ) : (
        <QueryPanel query={detail} dataName="the incident">
          {({ incident }) => <Content key={incident.id} incident={incident} />}
        </QueryPanel>
      )}
    </div>
  );
}

function Content({ incident }: { readonly incident: IncidentDetail }) {
  const canChange = usePermissions().includes('alerts.incidents');
  const [merging, setMerging] = useState(false);
  const { alerts, timeline } = incident;
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
          <Button onClick={() => setMerging(true)}>Merge others into this incident</Button>
        </p>
      )}
      {merging && <MergeDialog incident={incident} onClose={() => setMerging(false)} />}
      <IncidentFacts incident={incident} />
      <section aria-labelledby="incident-alerts-title">
        <h2 id="incident-alerts-title">
          Alerts{' '}
          <a className="hint" href={hrefOfAlerts(filterOfIncident(incident.id))}>
            {formatCount(incident.alertCount, 'alert')} in the list of alerts
          </a>
        </h2>
        <IncidentAlerts incident={incident} canChange={canChange} />
        <PageLinks label="Pages of alerts" pageInfo={alerts.pageInfo} />
      </section>
      <IncidentTimeline incident={incident} canChange={canChange} />
      <PageLinks label="Pages of the timeline" parameter="timelineAfter" pageInfo={timeline.pageInfo} />
    </>
  );
}

/** Times, endpoints and techniques of an incident. Each endpoint and technique links to its alerts. */
function IncidentFacts({ incident }: { readonly incident: IncidentDetail }) {
  const { firstSeen, lastSeen, endpoints, techniques, openAlertCount, id } = incident;
  return (
    <DescriptionList>
      <DescriptionItem name="Seen">
        {firstSeen === null || lastSeen === null
          ? 'No alerts'
          : `${formatTime(firstSeen)} to ${formatTimeInZone(lastSeen)} (${formatRelativeTime(lastSeen)})`}
      </DescriptionItem>
      <DescriptionItem name="Not closed">{formatCount(openAlertCount, 'alert')}</DescriptionItem>
      <DescriptionItem name="Endpoints">
        {endpoints.map(({ value, count }) => (
          <a key={value} className="tag" href={hrefOfAlerts({ ...filterOfIncident(id), endpoint: value })}>
            {value} ({formatNumber(count)})
          </a>
        ))}
      </DescriptionItem>
      <DescriptionItem name="Techniques">
        {techniques.length === 0 && 'None'}
        {techniques.map(({ value, name, count }) => (
          <a key={value} className="tag" href={hrefOfAlerts({ ...filterOfIncident(id), technique: [value] })}>
            {[value, name].filter((part) => part !== null).join(' ')} ({formatNumber(count)})
          </a>
        ))}
      </DescriptionItem>
    </DescriptionList>
  );
}
