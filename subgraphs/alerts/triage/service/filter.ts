import {
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  isStorableText,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { type Scope, tenantWithin } from '../../authorisation.js';
import type { AlertStatus, Platform, Severity } from '../../vocabulary.js';
import type { AlertCriteria } from '../repository/criteria.js';

/** A filter as it is asked for; what is null or missing does not filter. */
export interface AlertFilterInput {
  tenantId?: string | null;
  endpointId?: string | null;
  severity?: Severity[] | null;
  status?: AlertStatus[] | null;
  platform?: Platform[] | null;
  technique?: string[] | null;
  modelName?: string[] | null;
  minAttackProb?: number | null;
  maxAttackProb?: number | null;
  seenAfter?: Date | null;
  seenBefore?: Date | null;
  createdAfter?: Date | null;
  createdBefore?: Date | null;
  notes?: string | null;
}

/** A filter within what its caller may see; null matches nothing, so that no statement is needed. */
export type ScopedFilter = AlertCriteria | null;

/**
 * The criteria for a filter within the scope of its caller.
 * @throws {DomainError} BAD_USER_INPUT for lists or search text beyond their maximum
 */
export function scopedFilter(scope: Scope, filter: AlertFilterInput | null | undefined): ScopedFilter {
  assertFilter(filter);
  const tenantId = tenantWithin(scope, filter?.tenantId);
  if (tenantId === undefined) return null;
  const criteria: AlertCriteria = withoutMissing({
    tenantId,
    endpointId: filter?.endpointId?.toLowerCase(),
    severities: filter?.severity,
    statuses: filter?.status,
    platforms: filter?.platform,
    techniques: possible(filter?.technique, maxCharacters.technique),
    modelNames: possible(filter?.modelName, maxCharacters.modelName),
    minAttackProb: filter?.minAttackProb,
    maxAttackProb: filter?.maxAttackProb,
    seenAfter: epochOf(filter?.seenAfter),
    seenBefore: epochOf(filter?.seenBefore),
    createdAfter: epochOf(filter?.createdAfter),
    createdBefore: epochOf(filter?.createdBefore),
    // An empty text is part of every note: no condition.
    notes: filter?.notes === '' ? null : filter?.notes,
  });
  return matchesNothing(criteria) ? null : criteria;
}

function assertFilter(filter: AlertFilterInput | null | undefined): void {
  if (filter === null || filter === undefined) return;
  for (const name of ['severity', 'status', 'platform', 'technique', 'modelName'] as const) {
    assertMaxItems(name, filter[name], maxItems.filterValues);
  }
  assertMaxCharacters('notes', filter.notes, maxCharacters.search);
}

type Loose<Type> = { [Name in keyof Type]: Type[Name] | null | undefined };

function withoutMissing(criteria: Loose<AlertCriteria>): AlertCriteria {
  // Only entries that are there remain, and those have the types of AlertCriteria.
  return Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== null && value !== undefined),
  ) as AlertCriteria;
}

/** Those texts of a list that a row can have. */
function possible(texts: readonly string[] | null | undefined, maximum: number): readonly string[] | null | undefined {
  return texts?.filter((text) => isStorableText(text) && !isLongerThan(text, maximum));
}

/** A list without values has no value to match; a text that is too long or cannot be stored is in no row. */
function matchesNothing(criteria: AlertCriteria): boolean {
  return Object.values(criteria).some((value: unknown) =>
    typeof value === 'string'
      ? !isStorableText(value) || isLongerThan(value, maxCharacters.search)
      : Array.isArray(value) && value.length === 0,
  );
}

function epochOf(date: Date | null | undefined): number | undefined {
  return date === null || date === undefined ? undefined : date.getTime() / 1000;
}
