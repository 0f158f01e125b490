import { AlertFacetsDocument } from '../generated/operations.js';
import { formatEnum, formatNumber } from '../shared/format.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { type FacetName, type Facets, type FacetValue, facetNames, severities, statuses } from './data.js';
import { type AlertFilter, type AlertFilterInput, selectedValues, toggleFacet, withoutFacet } from './filter.js';

interface FacetPanelProps {
  readonly filter: AlertFilter;
  /** The filter as a GraphQL variable. */
  readonly input: AlertFilterInput;
  readonly onChange: (filter: AlertFilter) => void;
}

const titles: Readonly<Record<FacetName, string>> = {
  severity: 'Severity',
  status: 'Status',
  platform: 'Platform',
  technique: 'Technique',
  endpoint: 'Endpoint',
  model: 'Model',
};

/** Facets whose values have a fixed order; the others are sorted by count. */
const fixedOrder: Partial<Record<FacetName, readonly string[]>> = { severity: severities, status: statuses };
const enumFacets: ReadonlySet<FacetName> = new Set(['severity', 'status', 'platform']);
const maxValues = 8;

/** Counts by value. A click adds a value to the filter or removes it. */
export function FacetPanel({ filter, input, onChange }: FacetPanelProps) {
  const query = useGraphQuery({ document: AlertFacetsDocument, variables: { filter: input } });
  const facets = query.data?.alerts.facets;
  // The list shows the error, and empty counts would be misleading.
  if (query.failure !== undefined) {
    return null;
  }
  return (
    <div className="facets">
      {facetNames.map((facet) => (
        <Facet key={facet} {...{ facet, filter, input, facets, onChange }} />
      ))}
    </div>
  );
}

interface FacetProps extends FacetPanelProps {
  readonly facet: FacetName;
  /** Counts of all facets for the complete filter; undefined while they load. */
  readonly facets: Facets | undefined;
}

function Facet({ facet, filter, input, facets, onChange }: FacetProps) {
  const selected = selectedValues(filter, facet);
  // With the filter of the facet itself, only its selected values have counts. Without it, the other values have counts
  // too.
  const others = useGraphQuery({
    document: AlertFacetsDocument,
    variables: { filter: withoutFacet(input, facet) },
    skip: selected.length === 0,
  });
  const counts = selected.length === 0 ? facets?.[facet] : others.data?.alerts.facets[facet];
  const values = valuesOf({ facet, selected, counts, selectedCounts: facets?.[facet] });
  if (values.length === 0) {
    return null;
  }
  const max = Math.max(...values.map((value) => value.count), 1);
  return (
    <fieldset className="facet">
      <legend>{titles[facet]}</legend>
      {values.map(({ value, name, count, tenantId }) => (
        <button
          key={`${tenantId} ${value}`}
          type="button"
          className="facet-value"
          aria-pressed={selected.includes(value)}
          onClick={() => onChange(toggleFacet(filter, facet, { value, tenantId }))}
        >
          <span className="facet-label">
            {enumFacets.has(facet) ? formatEnum(value) : value}
            {name !== undefined && name !== null && ` ${name}`}
          </span>
          {tenantId !== undefined && <span className="facet-tenant">{tenantId}</span>}
          <span className="facet-count">{counts === undefined ? '' : formatNumber(count)}</span>
          <svg className="facet-bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / max) * 100} height="3" />
          </svg>
        </button>
      ))}
    </fieldset>
  );
}

interface ValuesRequest {
  readonly facet: FacetName;
  readonly selected: readonly string[];
  readonly counts: readonly FacetValue[] | undefined;
  /**
   * Counts of this facet for the complete filter, including the values of the facet in the filter, so every selected
   * value is counted.
   */
  readonly selectedCounts: readonly FacetValue[] | undefined;
}

/**
 * The values of a facet: all of them if the facet has a fixed order, otherwise the most frequent and the selected ones.
 */
function valuesOf({ facet, selected, counts = [], selectedCounts = [] }: ValuesRequest): readonly FacetValue[] {
  const known = (value: string) =>
    [...counts, ...selectedCounts].find((other) => other.value === value) ?? { value, count: 0 };
  const fixed = fixedOrder[facet];
  if (fixed !== undefined) {
    return fixed.map(known);
  }
  const listedValues = counts.slice(0, maxValues);
  const missing = selected.filter((value) => !listedValues.some((other) => other.value === value));
  return [...missing.map(known), ...listedValues];
}
