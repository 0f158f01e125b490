import { createHash } from 'node:crypto';

const maxTextCharacters = 1000;
const maxListItems = 1000;
const maxJsonCharacters = 65_536;
const maxObjectCharacters = 500;
/** Number of characters of a state with a group of items that are reserved for its other members. */
const otherCharacters = 1000;

/** Matches the names of members that contain secrets, in lower case and without separators. */
const secretName =
  /^(password|passwordhash|secret|clientsecret|secrethash|token|accesstoken|hash|apikey|key|clientstate|authorization|cookie|privatekey|ticket)$/;
/** Matches Rampart's own secrets, by their prefixes. */
const secretPattern = /\b(zf_(live|reset|email)_|rdm_|rpt_|rpl_|rps_)[0-9A-Za-z_-]{16,}/g;

/**
 * Serializes the state in an audit entry: truncates long strings and lists, marks them as truncated, and removes
 * secrets. Null if there is no state.
 * @returns JSON that PostgreSQL can store
 */
export function boundedJson(state: object | null | undefined): string | null {
  if (state === null || state === undefined) return null;
  const text = JSON.stringify(state, boundedMember);
  if (text.length <= maxJsonCharacters) return text;
  return JSON.stringify({
    cut: `omitted: the JSON text has ${text.length} characters; the maximum is ${maxJsonCharacters}`,
  });
}

/**
 * Divides items into groups, in order, such that the state of an audit entry with the items of a group is not omitted.
 */
export function groupsForEntries<Item extends object>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let group: Item[] = [];
  let freeCharacters = 0;
  for (const item of items) {
    const length = JSON.stringify(item, boundedMember).length + 1;
    if (length > freeCharacters || group.length === maxListItems) {
      group = [];
      groups.push(group);
      freeCharacters = maxJsonCharacters - otherCharacters;
    }
    group.push(item);
    freeCharacters -= length;
  }
  return groups;
}

function boundedMember(name: string, value: unknown): unknown {
  if (secretName.test(name.replaceAll(/[^A-Za-z]/g, '').toLowerCase())) return '[hidden]';
  if (typeof value === 'string') return boundedText(value);
  if (Array.isArray(value) && value.length > maxListItems) {
    return [...value.slice(0, maxListItems), `… and ${value.length - maxListItems} more`];
  }
  return value;
}

function boundedText(text: string): string {
  const redacted = text.replaceAll(secretPattern, '[hidden]');
  return redacted.length <= maxTextCharacters
    ? redacted
    : `${redacted.slice(0, maxTextCharacters)}… (${text.length} characters)`;
}

/**
 * The form of an object reference for storage and lookups: a reference that is too long for an index entry is truncated
 * and ends with a digest.
 */
export function boundedObject(object: string): string {
  const text = object.toWellFormed().replaceAll('\0', '\ufffd');
  if (text.length <= maxObjectCharacters) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, maxObjectCharacters)}…${digest}`.toWellFormed();
}
