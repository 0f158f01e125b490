import { invalidArgument } from './domain-error.js';

/**
 * Maximum lengths of input strings, in Unicode code points as in `maxLength` of JSON Schema. The schema and OpenAPI
 * descriptions use this table.
 */
export const maxCharacters = {
  /** An analyst's notes: on an alert, a verdict or evidence. */
  notes: 10_000,
  /** A comment on an alert. */
  comment: 10_000,
  /** The id of a person: the identity provider's name, and the provider's identifier for the person. */
  personId: 500,
  /** Name of the person who changes an alert: `resolved_by`, `analyst`. */
  actor: 255,
  /** A saved view of alerts, as percent-encoded parameters. */
  viewParameters: 4000,
  /** The title of an incident. */
  incidentTitle: 200,
  /** The reason for a suppression rule. */
  suppressionReason: 1000,
  tenantId: 200,
  inferenceId: 200,
  modelName: 200,
  endpointId: 255,
  technique: 100,
  explanation: 10_000,
  /** Search terms for stored text. */
  search: 1000,
  /** A value of an audit log filter: actor, action or object. */
  auditFilter: 2000,
  /** Name of an API key, an operator token, a client of the mirror or a saved view. */
  name: 100,
  /** Limit of RFC 5321, section 4.5.3.1.3. */
  email: 254,
  password: 256,
  /** A value that a controller reports; each is part of an index entry. */
  controllerText: 500,
  controllerPath: 4096,
  licenseText: 200,
  /** The blacklist or the departments file, when it is edited in the graph. Files may be larger. */
  licenseDocument: 1_000_000,
  departmentName: 200,
  /** Limit of Microsoft Graph ("subscription resource type"). */
  clientState: 128,
  callbackUrl: 2048,
  /** `$select`: a list of property names. */
  selection: 2000,
  /** A value of a condition of a notification rule. */
  conditionValue: 255,
  remoteId: 1024,
} as const;

/** Maximum numbers of items in input lists. */
export const maxItems = {
  techniques: 100,
  /** Document sites that an instance follows. */
  driveSites: 100,
  /** Entries per list of a file filter. */
  driveFilter: 100,
  inferences: 5000,
  alertIds: 1000,
  /** Alerts per incident. */
  incidentAlerts: 10_000,
  /** Incidents that are merged into another one in one request. */
  mergedIncidents: 50,
  /** Suppression rules per tenant that have not ended; the same limit applies to the rules for all tenants. */
  suppressions: 100,
  /** Comments per alert or incident. */
  comments: 500,
  /** Edits per comment. */
  edits: 100,
  /** People mentioned in one comment. */
  mentions: 50,
  /** Saved views per person, and shared views per tenant. */
  views: 100,
  /** Values per field of a filter. */
  filterValues: 1000,
  controllerAddresses: 1000,
  notifications: 1000,
  /** Brand hits that are triaged in one request. */
  brandHits: 1000,
  /** Conditions per notification rule, and values per condition. */
  notificationConditions: 20,
  conditionValues: 100,
} as const;

/** Whether a string has more characters than the maximum. A lone surrogate counts as a character. */
export function isLongerThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  // A character has at most two UTF-16 code units, so far longer strings need no exact count.
  return text.length > 2 * maximum || [...text].length > maximum;
}

/**
 * Validates the length of a string; null and undefined are valid.
 * @throws {DomainError} BAD_USER_INPUT with the name of the argument and the maximum
 */
export function assertMaxCharacters(name: string, text: string | null | undefined, maximum: number): void {
  if (text === null || text === undefined || !isLongerThan(text, maximum)) return;
  throw invalidArgument(name, `${name} is longer than ${maximum} characters: send a shorter string`);
}

/**
 * Validates the number of items of a list; null and undefined are valid.
 * @throws {DomainError} BAD_USER_INPUT with the name of the argument and the maximum
 */
export function assertMaxItems(name: string, list: readonly unknown[] | null | undefined, maximum: number): void {
  if (list === null || list === undefined || list.length <= maximum) return;
  throw invalidArgument(name, `${name} must contain at most ${maximum} values, not ${list.length}`);
}

/** Whether PostgreSQL can store a string: it has no NUL, and no lone surrogate, which has no UTF-8 encoding. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Validates a string before it is stored: its length and characters; null and undefined are valid.
 * @throws {DomainError} BAD_USER_INPUT with the name of the argument
 */
export function assertStorableText(name: string, text: string | null | undefined, maximum: number): void {
  assertMaxCharacters(name, text, maximum);
  if (text === null || text === undefined || isStorableText(text)) return;
  throw invalidArgument(
    name,
    `${name} contains characters that cannot be stored: remove U+0000 and unpaired surrogates`,
  );
}

/**
 * Validates that a number is an integer in a range.
 * @throws {DomainError} BAD_USER_INPUT with the name of the argument, the range and the number
 */
export function assertBetween(options: { name: string; value: number; min: number; max: number }): void {
  const { name, value, min, max } = options;
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw invalidArgument(name, `${name} must be an integer from ${min} to ${max}, not ${value}`);
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The nil UUID, which precedes all others (RFC 9562, section 5.9). */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Whether the string is a UUID, in either case (RFC 9562, section 4: "case insensitive on input"). */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}
