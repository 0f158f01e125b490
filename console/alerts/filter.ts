import type { AlertFilter as AlertFilterInput, AlertStatus, Platform, Severity } from '../generated/operations.js';
import { parseInstant, relativeRangeOf } from '../shared/time-range.js';
import { type FacetName, type FacetValue, platforms, severities, statuses } from './data.js';

export type { AlertFilterInput };

/** The filter of the list of alerts, in the format of the URL. Empty strings and empty lists match everything. */
export interface AlertFilter {
  /**
   * Words, each of which must occur in the endpoint, tenant, model, explanation or notes, or in a tactic or technique.
   */
  readonly text: string;
  /**
   * Matches the tenant with this name, or if there is none, tenants whose name contains it. `endpoint` and `model`
   * match in the same way.
   */
  readonly tenant: string;
  readonly endpoint: string;
  readonly severity: readonly Severity[];
  readonly status: readonly AlertStatus[];
  readonly platform: readonly Platform[];
  readonly technique: readonly string[];
  /**
   * Tactics and techniques of ATT&CK, or parts of their names. A tactic includes its techniques, a technique its
   * sub-techniques.
   */
  readonly attack: readonly string[];
  readonly model: readonly string[];
  /** Minimum score from 0 to 1, inclusive, as typed. `maxScore` has the same format. */
  readonly minScore: string;
  readonly maxScore: string;
  /**
   * Start of a time range in UTC without an offset, such as `2026-01-31T08:00`. Matches alerts that were last seen at
   * or after `from`, and first seen before `to`.
   */
  readonly from: string;
  readonly to: string;
  /** A time range that ends now, such as `24h`; takes precedence over `from` and `to`. */
  readonly within: string;
  readonly notes: string;
  /** Id of the assignee; `none` matches alerts without one. */
  readonly assignee: string;
  /** The id of a person whom a comment mentions. */
  readonly mentioned: string;
  /** The id of an incident. */
  readonly incident: string;
  /** Time in UTC without an offset. Matches alerts that were opened at or after it. */
  readonly openedSince: string;
  /** Time in UTC without an offset. Matches alerts that were opened before it. */
  readonly openedBefore: string;
  /**
   * `missed` matches alerts that have breached a target time, `soon` alerts with a target time that is due within an
   * hour.
   */
  readonly target: string;
  /** `ONLY` matches suppressed alerts only, `INCLUDE` all alerts. Empty excludes suppressed ones. */
  readonly suppressed: '' | 'ONLY' | 'INCLUDE';
}

export const emptyFilter: AlertFilter = {
  text: '',
  tenant: '',
  endpoint: '',
  severity: [],
  status: [],
  platform: [],
  technique: [],
  attack: [],
  model: [],
  minScore: '',
  maxScore: '',
  from: '',
  to: '',
  within: '',
  notes: '',
  assignee: '',
  mentioned: '',
  incident: '',
  openedSince: '',
  openedBefore: '',
  target: '',
  suppressed: '',
};

/** The statuses of alerts that require work. */
export const openStatuses: readonly AlertStatus[] = ['OPEN', 'ACKNOWLEDGED', 'INVESTIGATING'];

/** The filter of a list whose URL has none. */
export const defaultFilter: AlertFilter = { ...emptyFilter, status: openStatuses };

/** The filter for all alerts of an incident. The counts of an incident include its suppressed alerts. */
export function filterOfIncident(incident: string): AlertFilter {
  return { ...emptyFilter, incident, suppressed: 'INCLUDE' };
}

export function hasOpenStatuses({ status }: AlertFilter): boolean {
  return status.length === openStatuses.length && openStatuses.every((value) => status.includes(value));
}

const stringKeys = [
  'text',
  'tenant',
  'endpoint',
  'minScore',
  'maxScore',
  'from',
  'to',
  'notes',
  'assignee',
  'mentioned',
  'incident',
  'openedSince',
  'openedBefore',
] as const;

const targetValues = ['missed', 'soon'] as const;
const suppressedValues = ['ONLY', 'INCLUDE'] as const;
const dueSoonMs = 3_600_000;

/** Reads the filter from a URL; ignores unknown values. */
export function readFilter(search: URLSearchParams): AlertFilter {
  const strings = Object.fromEntries(stringKeys.map((key) => [key, search.get(key)?.trim() ?? '']));
  const within = search.get('within') ?? '';
  return {
    ...emptyFilter,
    ...strings,
    severity: severities.filter((value) => search.getAll('severity').includes(value)),
    status: statuses.filter((value) => search.getAll('status').includes(value)),
    platform: platforms.filter((value) => search.getAll('platform').includes(value)),
    technique: readNames(search, 'technique'),
    attack: readNames(search, 'attack'),
    model: readNames(search, 'model'),
    within: relativeRangeOf(within) === undefined ? '' : within,
    target: targetValues.find((value) => value === search.get('target')) ?? '',
    suppressed: suppressedValues.find((value) => value === search.get('suppressed')) ?? '',
  };
}

/** The inverse of `readFilter`. The order of keys is fixed, so equal filters have equal URLs. */
export function toSearchParams(filter: AlertFilter): URLSearchParams {
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

/** Whether the filter matches every alert. */
export function isEmpty(filter: AlertFilter): boolean {
  return toSearchParams(filter).size === 0;
}

/**
 * The filter as a GraphQL variable. Times relative to `now` (Unix epoch milliseconds) are rounded down to the minute.
 */
export function toFilterInput(filter: AlertFilter, now: number): AlertFilterInput {
  const [seenAfter, seenBefore] = timeRange(filter, now);
  return {
    text: omitEmptyText(filter.text),
    tenant: omitEmptyText(filter.tenant),
    endpoint: omitEmptyText(filter.endpoint),
    severity: omitEmptyList(filter.severity),
    status: omitEmptyList(filter.status),
    platform: omitEmptyList(filter.platform),
    technique: omitEmptyList(filter.technique),
    attack: omitEmptyList(filter.attack),
    model: omitEmptyList(filter.model),
    minAttackProb: parseNumber(filter.minScore),
    maxAttackProb: parseNumber(filter.maxScore),
    seenAfter,
    seenBefore,
    notes: omitEmptyText(filter.notes),
    isAssigned: filter.assignee === 'none' ? false : undefined,
    assigneeId: filter.assignee === '' || filter.assignee === 'none' ? undefined : [filter.assignee],
    mentionedId: filter.mentioned === '' ? undefined : [filter.mentioned],
    incidentId: filter.incident === '' ? undefined : [filter.incident],
    createdAfter: parseInstant(filter.openedSince),
    createdBefore: parseInstant(filter.openedBefore),
    breachedBefore: filter.target === 'missed' ? new Date(startOfMinute(now)).toISOString() : undefined,
    suppressed: filter.suppressed === '' ? undefined : filter.suppressed,
    ...(filter.target === 'soon' && {
      dueAfter: new Date(startOfMinute(now)).toISOString(),
      dueBefore: new Date(startOfMinute(now) + dueSoonMs).toISOString(),
    }),
  };
}

/**
 * The filter for the changes that refresh a list; null: no filter. After some changes, an alert no longer matches the
 * filter of the list, so only the tenant is restricted, and suppressed alerts are included if the list has any.
 */
export function changesFilter(suppressed: AlertFilterInput['suppressed'], tenant: string): AlertFilterInput | null {
  if (tenant === '' && !suppressed) {
    return null;
  }
  return { tenant: omitEmptyText(tenant), suppressed: suppressed ? 'INCLUDE' : undefined };
}

/** The filter without one facet, to count the other values of that facet. */
export function withoutFacet(input: AlertFilterInput, facet: FacetName): AlertFilterInput {
  return { ...input, [facet]: undefined };
}

/** The values of a facet that the filter selects; empty if the filter does not restrict the facet. */
export function selectedValues(filter: AlertFilter, facet: FacetName): readonly string[] {
  if (facet === 'endpoint') {
    return filter.endpoint === '' ? [] : [filter.endpoint.toLowerCase()];
  }
  return filter[facet];
}

/** Adds a value of a facet, or removes it. A filter has any number of values per facet, but only one endpoint. */
export function toggleFacet(
  filter: AlertFilter,
  facet: FacetName,
  facetValue: Pick<FacetValue, 'value' | 'tenantId'>,
): AlertFilter {
  const values = selectedValues(filter, facet);
  const isSelected = values.includes(facetValue.value);
  if (facet === 'endpoint') {
    return isSelected
      ? { ...filter, endpoint: '' }
      : { ...filter, endpoint: facetValue.value, tenant: facetValue.tenantId ?? filter.tenant };
  }
  return {
    ...filter,
    [facet]: isSelected ? values.filter((value) => value !== facetValue.value) : [...values, facetValue.value],
  };
}

function timeRange(filter: AlertFilter, now: number): readonly [string | undefined, string | undefined] {
  const range = relativeRangeOf(filter.within);
  if (range !== undefined) {
    return [new Date(startOfMinute(now) - range.seconds * 1000).toISOString(), undefined];
  }
  return [parseInstant(filter.from), parseInstant(filter.to)];
}

/** The length of the time range of a filter in seconds. Undefined if it has no start. */
export function timeRangeSeconds(filter: AlertFilter, now: number): number | undefined {
  const [from, to = new Date(now).toISOString()] = timeRange(filter, now);
  return from === undefined ? undefined : Math.max((Date.parse(to) - Date.parse(from)) / 1000, 0);
}

function startOfMinute(now: number): number {
  return Math.floor(now / 60_000) * 60_000;
}

function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? undefined : number;
}

function readNames(search: URLSearchParams, key: string): readonly string[] {
  const names = search.getAll(key).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function omitEmptyText(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function omitEmptyList<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}
