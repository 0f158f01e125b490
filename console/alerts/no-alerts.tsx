import { hrefOf } from '../shared/location.js';
import { EmptyPanel } from '../shared/states.js';
import { emptyFilter, isEmpty } from './filter.js';
import { defaultSort, hrefOfList, type ListLocation, listPath, resetToFirstPage } from './list-location.js';

/** The reason why the list is empty, with a suggestion. */
export function NoAlerts({ state }: { readonly state: ListLocation }) {
  if (state.page.number > 1) {
    return (
      <EmptyPanel title="No alerts on this page">
        <p>
          <a href={hrefOfList(resetToFirstPage(state, {}))}>Go to first page</a>
        </p>
      </EmptyPanel>
    );
  }
  if (
    hrefOfList({ ...resetToFirstPage(state, {}), sort: defaultSort, alert: '', columns: undefined, view: '' }) ===
    hrefOf(listPath)
  ) {
    return (
      <EmptyPanel title="No open alerts">
        <p>
          All alerts are closed or suppressed, or there are none yet.{' '}
          <a href={hrefOfList(resetToFirstPage(state, { filter: emptyFilter }))}>Show all statuses</a>.
        </p>
      </EmptyPanel>
    );
  }
  if (isEmpty(state.filter)) {
    return (
      <EmptyPanel title="No alerts yet">
        <p>Rampart creates alerts from inferences. Import inferences on the command line:</p>
        <pre>
          <code>rampart alerts import inferences.ndjson</code>
        </pre>
        <p>
          or run the mutation <code>importInferences</code> in the <a href="graphql">explorer</a>.
        </p>
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel title="No alerts match the filters">
      <p>
        Remove a filter above, or{' '}
        <a href={hrefOfList(resetToFirstPage(state, { filter: emptyFilter }))}>clear all filters</a>.
      </p>
    </EmptyPanel>
  );
}
