import { formatScore, formatTimeInZone } from '../shared/format.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import type { AlertDetail } from './data.js';
import { emptyFilter } from './filter.js';
import { hrefOfList, type ListLocation, resetToFirstPage } from './list-location.js';
import { type Span, spansOf } from './related-span.js';

interface RelatedAlertsProps {
  readonly alert: AlertDetail;
  readonly state: ListLocation;
}

type Related = AlertDetail['relatedAlerts'][number];

/** A timeline of this alert and of alerts of other endpoints close to its time. */
export function RelatedAlerts({ alert, state }: RelatedAlertsProps) {
  const listedEndpoints = new Set(alert.relatedAlerts.map(({ endpointId }) => endpointId));
  const others = alert.relatedEndpoints.filter((endpoint) => !listedEndpoints.has(endpoint));
  const listOf = (endpoint: string) =>
    hrefOfList(resetToFirstPage(state, { filter: { ...emptyFilter, tenant: alert.tenantId, endpoint } }));
  return (
    <section className="detail-section" aria-labelledby="related-title">
      <h3 id="related-title">Related alerts</h3>
      {alert.relatedEndpoints.length === 0 && (
        <p className="hint">
          No other endpoint of {alert.tenantId} has an alert within the correlation window of this alert.
        </p>
      )}
      {alert.relatedAlerts.length > 0 && <Timeline alert={alert} state={state} />}
      {others.length > 0 && (
        <p>
          {listedEndpoints.size > 0 && <span className="hint">Also on </span>}
          {others.map((endpoint) => (
            <a key={endpoint} className="tag" href={listOf(endpoint)}>
              {endpoint}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

function Timeline({ alert, state }: RelatedAlertsProps) {
  const alerts: readonly Related[] = [alert, ...alert.relatedAlerts].toSorted(
    (left, right) => Date.parse(left.firstSeen) - Date.parse(right.firstSeen),
  );
  const spans = spansOf(alerts, alert);
  return (
    <ol className="related">
      {alerts.map((related) => (
        <RelatedAlert
          key={related.id}
          alert={related}
          span={spans.get(related)}
          href={related === alert ? undefined : hrefOfList({ ...state, alert: related.id })}
        />
      ))}
    </ol>
  );
}

interface RelatedAlertProps {
  readonly alert: Related;
  readonly span: Span | undefined;
  /** URL of the alert; undefined for the alert that the panel already shows. */
  readonly href: string | undefined;
}

function RelatedAlert({ alert, span, href }: RelatedAlertProps) {
  return (
    <li className={href === undefined ? 'related-own' : undefined}>
      {href === undefined ? <strong>This alert</strong> : <a href={href}>{alert.endpointId}</a>}
      {span !== undefined && (
        <svg
          className={`severity-${alert.severity.toLowerCase()}`}
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className="score-rest" y="3" width="100" height="2" />
          <rect className="score-reached" x={span.start} width={span.width} height="8" />
        </svg>
      )}
      <SeverityBadge severity={alert.severity} />
      <StatusBadge status={alert.status} />
      <span className="hint">
        {href !== undefined && span !== undefined && `${span.offset} · `}
        {formatScore(alert.attackProb)} · {formatTimeInZone(alert.firstSeen)}
      </span>
    </li>
  );
}
