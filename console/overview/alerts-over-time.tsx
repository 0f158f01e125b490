import { AlertHistogram } from '../alerts/alert-histogram.js';
import { emptyFilter, readFilter, toFilterInput } from '../alerts/filter.js';
import { hrefOfAlerts } from '../alerts/list-location.js';
import { useChosenTenant } from '../shared/chosen-tenant.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { withTimeRange } from '../shared/time-range.js';

/** All alerts by time and severity. Its zoom is that of the pages which the navigation leads to. */
export function AlertsOverTime() {
  const { path, search } = useLocation();
  const tenant = useChosenTenant();
  const { from, to, within } = readFilter(search);
  const filter = { ...emptyFilter, tenant, from, to, within };
  return (
    <section>
      <h2>Alerts over time, including closed</h2>
      <AlertHistogram
        filter={filter}
        input={toFilterInput(filter, Date.now())}
        onChange={(next) => navigate(hrefOf(path, withTimeRange(search, next)))}
      />
      <p>
        <a href={hrefOfAlerts(filter)}>Show these alerts</a>
      </p>
    </section>
  );
}
