import type { AlertFilter as AlertFilterInput, AlertStatus, Platform, Severity } from '../generated/operations.js';
import { type FacetName, type FacetValue, platforms, severities, statuses } from './data.js';

export type { AlertFilterInput };

/** What an analyst narrowed the list to, as the address carries it. Empty text and empty lists do not narrow. */
export interface AlertFilter {
  readonly tenant: string;
  readonly endpoint: string;
  readonly severity: readonly Severity[];
  readonly status: readonly AlertStatus[];
  readonly platform: readonly Platform[];
  readonly technique: readonly string[];
  readonly model: readonly string[];
  /** 0 to 1, as typed. */
  readonly minScore: string;
  readonly maxScore: string;
  /** UTC without a zone, such as `2026-01-31T08:00`. */
  readonly from: string;
  readonly to: string;
  /** A span that ends now, such as `24h`; wins over `from` and `to`. */
  readonly within: string;
  readonly notes: string;
}

export const emptyFilter: AlertFilter = {
  tenant: '',
  endpoint: '',
  severity: [],
  status: [],
  platform: [],
  technique: [],
  model: [],
  minScore: '',
  maxScore: '',
  from: '',
  to: '',
  within: '',
  notes: '',
};

const textKeys = ['tenant', 'endpoint', 'minScore', 'maxScore', 'from', 'to', 'notes'] as const;

/** Spans offered for `within`, in seconds. */
export const spans: Readonly<Record<string, { readonly seconds: number; readonly label: string }>> = {
  '1h': { seconds: 3600, label: 'Last hour' },
  '24h': { seconds: 86_400, label: 'Last 24 hours' },
  '7d': { seconds: 604_800, label: 'Last 7 days' },
  '30d': { seconds: 2_592_000, label: 'Last 30 days' },
};

/** Reads the filter from an address; what no filter knows is left out. */
export function readFilter(search: URLSearchParams): AlertFilter {
  const texts = Object.fromEntries(textKeys.map((key) => [key, search.get(key)?.trim() ?? '']));
  const within = search.get('within') ?? '';
  return {
    ...emptyFilter,
    ...texts,
    severity: severities.filter((value) => search.getAll('severity').includes(value)),
    status: statuses.filter((value) => search.getAll('status').includes(value)),
    platform: platforms.filter((value) => search.getAll('platform').includes(value)),
    technique: namesIn(search, 'technique'),
    model: namesIn(search, 'model'),
    within: Object.hasOwn(spans, within) ? within : '',
  };
}

/** The inverse of `readFilter`; keeps the order of keys, so that equal filters have equal addresses. */
export function writeFilter(filter: AlertFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filter)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== '') {
        search.append(key, item);
      }
    }
  }
  return search;
}

/** True when nothing narrows the list. */
export function isEmpty(filter: AlertFilter): boolean {
  return writeFilter(filter).size === 0;
}

/** The filter in the graph's words. `now` (milliseconds) is where spans end, taken down to the minute. */
export function toFilterInput(filter: AlertFilter, now: number): AlertFilterInput {
  const [seenAfter, seenBefore] = timeRange(filter, now);
  return {
    tenantId: textOf(filter.tenant),
    endpointId: textOf(filter.endpoint),
    severity: listOf(filter.severity),
    status: listOf(filter.status),
    platform: listOf(filter.platform),
    technique: listOf(filter.technique),
    modelName: listOf(filter.model),
    minAttackProb: numberOf(filter.minScore),
    maxAttackProb: numberOf(filter.maxScore),
    seenAfter,
    seenBefore,
    notes: textOf(filter.notes),
  };
}

/** The filter without what one facet narrows: its other values can then be counted. */
export function withoutFacet(filter: AlertFilter, facet: FacetName): AlertFilter {
  return facet === 'endpoint' ? { ...filter, endpoint: '' } : { ...filter, [facet]: [] };
}

/** The values of a facet that narrow the list now. */
export function chosenValues(filter: AlertFilter, facet: FacetName): readonly string[] {
  if (facet === 'endpoint') {
    return filter.endpoint === '' ? [] : [filter.endpoint.toLowerCase()];
  }
  return filter[facet];
}

/** Chooses a value of a facet, or takes it back. A facet holds any number of values, but there is only one endpoint. */
export function toggleFacet(
  filter: AlertFilter,
  facet: FacetName,
  chosen: Pick<FacetValue, 'value' | 'tenantId'>,
): AlertFilter {
  const values = chosenValues(filter, facet);
  const has = values.includes(chosen.value);
  if (facet === 'endpoint') {
    return has
      ? { ...filter, endpoint: '' }
      : { ...filter, endpoint: chosen.value, tenant: chosen.tenantId ?? filter.tenant };
  }
  return { ...filter, [facet]: has ? values.filter((value) => value !== chosen.value) : [...values, chosen.value] };
}

function timeRange(filter: AlertFilter, now: number): readonly [string | undefined, string | undefined] {
  const span = spans[filter.within];
  if (span !== undefined) {
    const end = Math.floor(now / 60_000) * 60_000;
    return [new Date(end - span.seconds * 1000).toISOString(), undefined];
  }
  return [instantOf(filter.from), instantOf(filter.to)];
}

function instantOf(text: string): string | undefined {
  const instant = new Date(`${text}Z`);
  return text === '' || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? undefined : number;
}

function namesIn(search: URLSearchParams, key: string): readonly string[] {
  const names = search.getAll(key).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function textOf(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function listOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}
