import { invalidArgument } from '../../../../platform/domain-error.js';
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
import { quoted } from '../../../../platform/quoted.js';
import { attackCatalog } from '../../attack/index.js';
import { permittedTenants, scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { SuppressedAlerts } from '../../vocabulary.js';
import type { AlertCriteria } from '../repository/criteria.js';
import type { AlertFilter } from '../types-list.js';
import { resolveNames } from './named-filter.js';

/** Criteria restricted to the caller's scope. Null matches nothing, so no statement is needed. */
export type ScopedFilter = AlertCriteria | null;

/**
 * The criteria of a filter within the caller's scope, including the tenants, endpoints and models with the names in the
 * filter.
 * @throws {DomainError} BAD_USER_INPUT if a list or search term exceeds its maximum
 */
export async function criteriaOf(request: AlertRequest, filter: AlertFilter | null | undefined): Promise<ScopedFilter> {
  const criteria = scopedFilter(request, filter);
  const names = {
    tenant: filter?.tenant?.trim(),
    endpoint: filter?.endpoint?.trim().toLowerCase(),
    models: filter?.model,
  };
  const hasNames = Object.values(names).some((name) => name);
  return criteria === null || !hasNames ? criteria : await resolveNames(request, criteria, names);
}

/**
 * The criteria of a filter within the caller's scope, without those for names of tenants, endpoints and models.
 * @throws {DomainError} BAD_USER_INPUT if a list or search term exceeds its maximum
 */
export function scopedFilter(request: AlertRequest, filter: AlertFilter | null | undefined): ScopedFilter {
  const scope = scopeOf(request);
  assertFilter(filter);
  const tenants = permittedTenants(scope, filter?.tenantId);
  if (tenants === undefined) return null;
  const criteria: AlertCriteria = omitMissing({
    tenants,
    endpointId: filter?.endpointId?.toLowerCase(),
    severities: filter?.severity,
    statuses: filter?.status,
    platforms: filter?.platform,
    techniques: storableTexts(filter?.technique, maxCharacters.technique),
    attackTechniques: attackTechniques(filter?.attack),
    modelNames: storableTexts(filter?.modelName, maxCharacters.modelName),
    minAttackProb: filter?.minAttackProb,
    maxAttackProb: filter?.maxAttackProb,
    seenAfter: epochOf(filter?.seenAfter),
    seenBefore: epochOf(filter?.seenBefore),
    createdAfter: epochOf(filter?.createdAfter),
    createdBefore: epochOf(filter?.createdBefore),
    // Every string contains the empty string, so an empty string is not a condition.
    notes: filter?.notes || null,
    ...criteriaOfText(filter?.text),
    assigneeIds: storableTexts(filter?.assigneeId, maxCharacters.personId),
    isAssigned: filter?.isAssigned,
    mentionedIds: storableTexts(filter?.mentionedId, maxCharacters.personId),
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

/** The criterion for suppressed alerts in a filter. By default, suppressed alerts are excluded. */
function isSuppressed(alerts: SuppressedAlerts | null | undefined): boolean | undefined {
  return alerts === SuppressedAlerts.INCLUDE ? undefined : alerts === SuppressedAlerts.ONLY;
}

function usesTargets(filter: AlertFilter | null | undefined): boolean {
  return [filter?.breachedBefore, filter?.dueBefore, filter?.dueAfter].some((time) => time != null);
}

function assertFilter(filter: AlertFilter | null | undefined): void {
  if (filter === null || filter === undefined) return;
  const lists = [
    'severity',
    'status',
    'platform',
    'technique',
    'attack',
    'modelName',
    'model',
    'assigneeId',
    'mentionedId',
    'incidentId',
  ] as const;
  for (const name of lists) {
    assertMaxItems(name, filter[name], maxItems.filterValues);
  }
  for (const name of ['notes', 'text', 'tenant', 'endpoint'] as const) {
    assertMaxCharacters(name, filter[name], maxCharacters.search);
  }
}

/**
 * Maximum number of search words, each of which is a condition. The last word contains the rest of a longer search
 * text.
 */
const maxWords = 10;

/**
 * The criteria of a search text: none for a blank text, and criteria that match nothing for a text that cannot be
 * stored.
 */
function criteriaOfText(text: string | null | undefined): Pick<AlertCriteria, 'words' | 'techniquesOfWords'> {
  if (text === null || text === undefined) return {};
  const query = text.trim().split(/\s+/);
  const lastWord = query.splice(maxWords - 1).join(' ');
  const words = [...new Set([...query, lastWord])].filter((word) => word !== '');
  if (words.length === 0) return {};
  if (!words.every(isStorableText)) return { words: [] };
  return { words, techniquesOfWords: words.map((word) => techniquesOfWord(word).join('\n')) };
}

/**
 * The techniques that a search word identifies: the word itself as an identifier, even if ATT&CK does not contain it,
 * and the techniques within tactics and techniques that have the word as their identifier or in their name.
 */
function techniquesOfWord(word: string): readonly string[] {
  const idsByName = findGroups((name) => name.includes(word.toLowerCase()));
  const techniqueIds = [word.toUpperCase(), ...idsByName].flatMap((id) => attackCatalog().idsWithin(id) ?? []);
  return [...new Set([word, word.toUpperCase(), ...techniqueIds])];
}

/** The identifiers of the tactics and techniques whose name, passed in lower case, satisfies the condition. */
function findGroups(isNamed: (name: string, isRetired: boolean) => boolean): readonly string[] {
  const { tactics, techniques } = attackCatalog();
  return [...tactics.map((tactic) => ({ ...tactic, isRetired: false })), ...techniques]
    .filter(({ name, isRetired }) => isNamed(name?.toLowerCase() ?? '', isRetired))
    .map(({ id }) => id);
}

/**
 * The identifiers of the techniques within the given tactics and techniques. Each value is an identifier or a name or,
 * if ATT&CK contains neither, a part of names.
 * @throws {DomainError} BAD_USER_INPUT for a value that matches nothing in ATT&CK
 */
function attackTechniques(values: readonly string[] | null | undefined): readonly string[] | null | undefined {
  if (values === null || values === undefined) return values;
  const { version, idsWithin } = attackCatalog();
  const techniqueIds = values.flatMap((value) => {
    const query = value.trim().toLowerCase();
    const exactIds = [query.toUpperCase(), ...findGroups((name, isRetired) => name === query && !isRetired)];
    const partialIds = query === '' ? [] : findGroups((name) => name.includes(query));
    const matchingIds = [exactIds, partialIds]
      .map((ids) => ids.flatMap((id) => idsWithin(id) ?? []))
      .find((ids) => ids.length > 0);
    if (matchingIds !== undefined) return matchingIds;
    throw invalidArgument(
      'attack',
      `ATT&CK ${version} contains no tactic or technique ${quoted(value)}: use an identifier, a name or a part of a name`,
    );
  });
  return [...new Set(techniqueIds)];
}

/** The criteria for a search text and for parts of names. The criteria for the other fields are separate. */
type TextCriteria = Pick<AlertCriteria, 'words' | 'techniquesOfWords' | 'endpointPart'>;
/** The criteria of all other fields. A forgotten one would be ignored, and the filter would match too many alerts. */
type FieldCriteria = Required<Omit<AlertCriteria, keyof TextCriteria>>;
type Nullable<Type> = { [Name in keyof Type]: Type[Name] | null | undefined };

function omitMissing(criteria: Nullable<FieldCriteria> & TextCriteria): AlertCriteria {
  const present: Record<string, unknown> = {};
  for (const name of Object.keys(criteria) as (keyof AlertCriteria)[]) {
    const value = criteria[name];
    if (value !== null && value !== undefined) present[name] = value;
  }
  return present; // The entries have the types of AlertCriteria.
}

/** Filters a list to the strings that can occur in a row: those that can be stored and are not too long. */
function storableTexts(
  texts: readonly string[] | null | undefined,
  maximum: number,
): readonly string[] | null | undefined {
  return texts?.filter((text) => isStorableText(text) && !isLongerThan(text, maximum));
}

/** Whether no alert can match, because a list is empty, or a string is too long or cannot be stored. */
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
