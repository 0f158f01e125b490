import { DomainError } from '../../../../platform/domain-error.js';
import {
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  isStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { keyOfNodeId } from '../../../../platform/node-id.js';
import { attackCatalog } from '../../attack/index.js';
import { scopeOf, tenantsWithin } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { type AlertStatus, type Platform, type Severity, SuppressedAlerts } from '../../vocabulary.js';
import type { AlertCriteria } from '../repository/criteria.js';

/** The filter of a request; null and absent fields do not filter. */
export interface AlertFilterInput {
  text?: string | null;
  tenantId?: string | null;
  endpointId?: string | null;
  severity?: Severity[] | null;
  status?: AlertStatus[] | null;
  platform?: Platform[] | null;
  technique?: string[] | null;
  attack?: string[] | null;
  modelName?: string[] | null;
  minAttackProb?: number | null;
  maxAttackProb?: number | null;
  seenAfter?: Date | null;
  seenBefore?: Date | null;
  createdAfter?: Date | null;
  createdBefore?: Date | null;
  notes?: string | null;
  assigneeId?: string[] | null;
  isAssigned?: boolean | null;
  mentionedId?: string[] | null;
  incidentId?: string[] | null;
  hasIncident?: boolean | null;
  suppressed?: SuppressedAlerts | null;
  breachedBefore?: Date | null;
  dueBefore?: Date | null;
  dueAfter?: Date | null;
}

/** A filter restricted to the caller's scope; null matches nothing, so no statement is needed. */
export type ScopedFilter = AlertCriteria | null;

/**
 * The criteria of a filter within the caller's scope.
 * @throws {DomainError} BAD_USER_INPUT if a list or search term exceeds its maximum
 */
export function scopedFilter(request: AlertRequest, filter: AlertFilterInput | null | undefined): ScopedFilter {
  const scope = scopeOf(request);
  assertFilter(filter);
  const tenants = tenantsWithin(scope, filter?.tenantId);
  if (tenants === undefined) return null;
  const criteria: AlertCriteria = withoutMissing({
    tenants,
    endpointId: filter?.endpointId?.toLowerCase(),
    severities: filter?.severity,
    statuses: filter?.status,
    platforms: filter?.platform,
    techniques: possible(filter?.technique, maxCharacters.technique),
    attackTechniques: attackTechniques(filter?.attack),
    modelNames: possible(filter?.modelName, maxCharacters.modelName),
    minAttackProb: filter?.minAttackProb,
    maxAttackProb: filter?.maxAttackProb,
    seenAfter: epochOf(filter?.seenAfter),
    seenBefore: epochOf(filter?.seenBefore),
    createdAfter: epochOf(filter?.createdAfter),
    createdBefore: epochOf(filter?.createdBefore),
    // All texts contain the empty string, so it is not a condition.
    notes: filter?.notes || null,
    text: filter?.text || null,
    techniquesOfText: filter?.text ? techniquesOfText(filter.text) : null,
    assigneeIds: possible(filter?.assigneeId, maxCharacters.personId),
    isAssigned: filter?.isAssigned,
    mentionedIds: possible(filter?.mentionedId, maxCharacters.personId),
    incidentIds: filter?.incidentId?.flatMap((id) => keyOfNodeId(id, { type: 'Incident', parts: 1 })).filter(isUuid),
    hasIncident: filter?.hasIncident,
    isSuppressed: isSuppressed(filter?.suppressed),
    breachedBefore: epochOf(filter?.breachedBefore),
    dueBefore: epochOf(filter?.dueBefore),
    dueAfter: epochOf(filter?.dueAfter),
    targets: usesTargets(filter) ? request.settings.targets : undefined,
  });
  return matchesNothing(criteria) ? null : criteria;
}

/** By default, suppressed alerts are excluded. */
function isSuppressed(alerts: SuppressedAlerts | null | undefined): boolean | undefined {
  return alerts === SuppressedAlerts.INCLUDE ? undefined : alerts === SuppressedAlerts.ONLY;
}

function usesTargets(filter: AlertFilterInput | null | undefined): boolean {
  return [filter?.breachedBefore, filter?.dueBefore, filter?.dueAfter].some((time) => time != null);
}

function assertFilter(filter: AlertFilterInput | null | undefined): void {
  if (filter === null || filter === undefined) return;
  const lists = [
    'severity',
    'status',
    'platform',
    'technique',
    'attack',
    'modelName',
    'assigneeId',
    'mentionedId',
    'incidentId',
  ] as const;
  for (const name of lists) {
    assertMaxItems(name, filter[name], maxItems.filterValues);
  }
  assertMaxCharacters('notes', filter.notes, maxCharacters.search);
  assertMaxCharacters('text', filter.text, maxCharacters.search);
}

/** The technique with this identifier, also one that ATT&CK does not have, and those whose name contains the text. */
function techniquesOfText(text: string): readonly string[] {
  const { techniques, idsWithin } = attackCatalog();
  const given = text.trim();
  const named = techniques.filter(({ name }) => name?.toLowerCase().includes(given.toLowerCase()));
  const known = [given.toUpperCase(), ...named.map(({ id }) => id)].flatMap((id) => idsWithin(id) ?? []);
  return [...new Set([given, given.toUpperCase(), ...known])];
}

/** The identifiers below tactics and techniques. */
function attackTechniques(ids: readonly string[] | null | undefined): readonly string[] | null | undefined {
  if (ids === null || ids === undefined) return ids;
  const { version, idsWithin } = attackCatalog();
  const found = ids.flatMap((id) => {
    const within = idsWithin(id.toUpperCase());
    if (within !== undefined) return within;
    throw new DomainError('BAD_USER_INPUT', `ATT&CK ${version} has no tactic or technique ${id}`, {
      argument: 'attack',
    });
  });
  return [...new Set(found)];
}

type Loose<Type> = { [Name in keyof Type]: Type[Name] | null | undefined };

function withoutMissing(criteria: Loose<AlertCriteria>): AlertCriteria {
  // Undefined entries are removed; the others have the types of AlertCriteria.
  return Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== null && value !== undefined),
  ) as AlertCriteria;
}

/** The strings of a list that a row can have. */
function possible(texts: readonly string[] | null | undefined, maximum: number): readonly string[] | null | undefined {
  return texts?.filter((text) => isStorableText(text) && !isLongerThan(text, maximum));
}

/** An empty list matches nothing, and no row has a string that is too long or cannot be stored. */
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
