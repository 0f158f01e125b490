import { navigate } from '../shared/location.js';
import { hrefOfList, type ListLocation, resetToFirstPage, type Sort, sorts } from './list-location.js';

/** A select of the sort orders of the list. */
export function SortChoice({ state }: { readonly state: ListLocation }) {
  return (
    <label className="toolbar-sort">
      <span>Sort by</span>
      <select
        aria-label="Sort by"
        value={state.sort}
        onChange={(event) => navigate(hrefOfList(resetToFirstPage(state, { sort: event.target.value as Sort })))} // The options are keys of `sorts`.
      >
        {Object.entries(sorts).map(([sort, { label }]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
