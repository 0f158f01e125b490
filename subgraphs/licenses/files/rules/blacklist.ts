import { createHash } from 'node:crypto';
import { isUuid } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import { BlacklistEntryKind } from '../../vocabulary.js';
import { type Address, parseRange, RangeIndex } from './address.js';

/** An entry of the blacklist in canonical form. */
export interface BlacklistEntry {
  readonly value: string;
  readonly kind: BlacklistEntryKind;
  /** Line number in the text, starting at 1. */
  readonly line: number;
}

/** A parsed blacklist: the controllers that may not check in. */
export interface Blacklist {
  /** The entries in the order of the text, without duplicates. */
  readonly entries: readonly BlacklistEntry[];
  /** SHA-256 of the text, in base64url; empty if there is none. */
  readonly digest: string;
  hasGuid(guid: string): boolean;
  hasAddress(address: Address): boolean;
}

interface ParsedBlacklist {
  readonly blacklist: Blacklist;
  /** The first invalid line and the number of further invalid lines; undefined if all lines are valid. */
  readonly problem: string | undefined;
}

/**
 * Parses a blacklist: one GUID, address or CIDR range per line; `#` starts a comment. Other lines are skipped and
 * reported.
 */
export function parseBlacklist(text: string): ParsedBlacklist {
  const entries = new Map<string, BlacklistEntry>();
  const invalidLines: { line: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    // `trim` also removes a byte order mark.
    const content = line.replace(/#.*/s, '').trim();
    if (content === '') continue;
    const entry = entryOf(content, index + 1);
    if (entry === undefined) invalidLines.push({ line: index + 1, text: content });
    else if (!entries.has(entry.value)) entries.set(entry.value, entry);
  }
  const digest = createHash('sha256').update(text).digest('base64url');
  return { blacklist: blacklistOf([...entries.values()], digest), problem: problemOf(invalidLines) };
}

function blacklistOf(entries: readonly BlacklistEntry[], digest: string): Blacklist {
  const guids = new Set<string>();
  const ranges = new RangeIndex();
  for (const [position, { value }] of entries.entries()) {
    const range = parseRange(value); // Undefined for a GUID.
    if (range === undefined) guids.add(value);
    else ranges.add(range, position);
  }
  return {
    ...{ entries, digest },
    hasGuid: (guid) => guids.has(guid),
    hasAddress: (address) => ranges.find(address) !== undefined,
  };
}

export const emptyBlacklist: Blacklist = blacklistOf([], '');

function entryOf(content: string, line: number): BlacklistEntry | undefined {
  if (isUuid(content)) return { value: content.toLowerCase(), kind: BlacklistEntryKind.GUID, line };
  const range = parseRange(content);
  if (range === undefined) return undefined;
  const kind = range.text.includes('/') ? BlacklistEntryKind.RANGE : BlacklistEntryKind.ADDRESS;
  return { value: range.text, kind, line };
}

function problemOf(invalidLines: readonly { line: number; text: string }[]): string | undefined {
  const [first] = invalidLines;
  if (first === undefined) return undefined;
  const more = invalidLines.length === 1 ? '' : ` (and ${invalidLines.length - 1} more)`;
  return `line ${first.line} is not a GUID, address or CIDR range: ${quoted(first.text)}${more}`;
}
