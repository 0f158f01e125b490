import { formatScore, formatTime } from '../shared/format.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import type { AlertDetail } from './data.js';
import { emptyFilter } from './filter.js';
import { atFirstPage, hrefOfList, type ListLocation } from './list-location.js';

interface RelatedAlertsProps {
  readonly alert: AlertDetail;
  readonly state: ListLocation;
}

/** Alerts of other endpoints close to the time of this one. */
export function RelatedAlerts({ alert, state }: RelatedAlertsProps) {
  const listOf = (endpoint: string) =>
    hrefOfList(atFirstPage(state, { filter: { ...emptyFilter, tenant: alert.tenantId, endpoint } }));
  return (
    <section className="detail-section" aria-labelledby="related-title">
      <h3 id="related-title">Related alerts</h3>
      {alert.relatedEndpoints.length === 0 ? (
        <p className="hint">No other endpoint of {alert.tenantId} has an alert close to this time.</p>
      ) : (
        <p>
          {alert.relatedEndpoints.map((endpoint) => (
            <a key={endpoint} className="tag" href={listOf(endpoint)}>
              {endpoint}
            </a>
          ))}
        </p>
      )}
      {alert.relatedAlerts.length > 0 && (
        <ul className="related">
          {alert.relatedAlerts.map((other) => (
            <li key={other.id}>
              <a href={hrefOfList({ ...state, alert: other.id })}>{other.endpointId}</a>
              <SeverityBadge severity={other.severity} />
              <StatusBadge status={other.status} />
              <span className="hint">
                {formatScore(other.attackProb)} · {formatTime(other.lastSeen)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
