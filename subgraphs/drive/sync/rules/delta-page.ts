import { DomainError } from '../../../../platform/domain-error.js';
import { isLongerThan, isStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { isObject, membersOf } from '../../../../platform/is-object.js';
import type { DeltaItem, ItemProperties } from '../../items/index.js';

/** A page of a delta query. It has a next link or, if it is the last page, a delta link; the other one is null. */
export interface DeltaPage {
  items: DeltaItem[];
  nextLink: string | null;
  deltaLink: string | null;
}

const maxTextLength = 4096;
const maxLinkLength = 65_536;

/**
 * Parses a page of a delta query of Microsoft Graph; unknown fields are ignored.
 * @throws {DomainError} UPSTREAM_FAILED if it is invalid
 */
export function readDeltaPage(body: unknown): DeltaPage {
  const page = membersOf(body);
  if (!Array.isArray(page.value)) throw malformedError('contains no array of items');
  const nextLink = link(page['@odata.nextLink'] ?? page.nextLink);
  // The specification names `deltaLink`, but Microsoft Graph writes `@odata.deltaLink`.
  const deltaLink = link(page['@odata.deltaLink'] ?? page.deltaLink);
  if (nextLink === null && deltaLink === null) throw malformedError('contains neither a next link nor a delta link');
  return { items: page.value.map(readItem), nextLink, deltaLink };
}

function readItem(value: unknown): DeltaItem {
  const item = membersOf(value);
  if (!isRemoteId(item.id)) throw malformedError('contains an item without a valid id');
  return { id: item.id, properties: isObject(item.deleted) ? null : propertiesOf(item) };
}

function propertiesOf(item: Readonly<Record<string, unknown>>): ItemProperties {
  const file = membersOf(item.file);
  return {
    parentId: text(membersOf(item.parentReference).id),
    name: text(item.name),
    isRoot: isObject(item.root),
    isFolder: [item.root, item.folder, item.package].some(isObject),
    isFile: isObject(item.file),
    size: typeof item.size === 'number' && Number.isSafeInteger(item.size) && item.size > 0 ? item.size : 0,
    eTag: text(item.eTag),
    cTag: text(item.cTag),
    mimeType: text(file.mimeType),
    webUrl: text(item.webUrl),
    createdAtEpoch: readEpoch(item.createdDateTime),
    modifiedAtEpoch: readEpoch(item.lastModifiedDateTime),
    modifiedBy: readAuthor(item.lastModifiedBy),
    quickXorHash: text(membersOf(file.hashes).quickXorHash) || null,
    malware: readMalware(item.malware),
  };
}

/**
 * The malware description in the malware facet of an item, or `unknown` if the facet has no description; null without a
 * facet ("malware resource type", https://learn.microsoft.com/graph/api/resources/malware).
 */
function readMalware(value: unknown): string | null {
  return isObject(value) ? text(value.description) || 'unknown' : null;
}

/**
 * The display name of the user or, if there is none, of the application that last modified an item; null if neither is
 * reported.
 */
function readAuthor(value: unknown): string | null {
  const { user, application } = membersOf(value);
  return text(membersOf(user).displayName) ?? text(membersOf(application).displayName);
}

/**
 * A reported string in a form that PostgreSQL can store: without NUL and lone surrogates, and truncated to a maximum
 * length; null if the value is not a string.
 */
function text(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxTextLength).replaceAll('\0', '\ufffd').toWellFormed() : null;
}

function readEpoch(value: unknown): number | null {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

function link(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value === '' || value.length > maxLinkLength)
    throw malformedError(`contains a link that is not a string of 1 to ${maxLinkLength} characters`);
  return value;
}

function malformedError(reason: string): DomainError {
  return new DomainError('UPSTREAM_FAILED', `The response to the delta query ${reason}`, {
    reason: 'malformed_response',
  });
}

/**
 * Whether an id from another server is valid: a string that can be stored and used as a single URL path segment, and is
 * not `.` or `..`.
 */
export function isRemoteId(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || isLongerThan(value, maxCharacters.remoteId)) return false;
  return value !== '.' && value !== '..' && isStorableText(value);
}
