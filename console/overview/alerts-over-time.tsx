import { AlertHistogram } from '../alerts/alert-histogram.js';
import { emptyFilter } from '../alerts/filter.js';
import { adaptStatus, hrefOfAlerts, readListLocation } from '../alerts/list-location.js';
import { useFilterInput } from '../alerts/use-filter-input.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { withTimeRange } from '../shared/time-range.js';

/** Alerts by time and severity, as in the list. Zooming sets the time range that pages share. */
export function AlertsOverTime() {
  const { path, search } = useLocation();
  const tenant = useSelectedTenant();
  const { status, from, to, within } = readListLocation(search).filter;
  const filter = { ...emptyFilter, tenant, status, from, to, within };
  return (
    <section>
      <div className="overview-head">
        <h2>Alerts over time</h2>
        <a href={hrefOfAlerts(filter)}>Show these alerts</a>
      </div>
      <AlertHistogram
        filter={filter}
        input={useFilterInput(filter)}
        onChange={(next) => navigate(hrefOf(path, adaptStatus(withTimeRange(search, next), next)))}
      />
    </section>
  );
}
