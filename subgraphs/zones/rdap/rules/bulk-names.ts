import { DomainError } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { type Bootstrap, serversOf } from './bootstrap.js';
import { asciiNameOf, readLookupDomain } from './domain-names.js';

/** A list entry that cannot be looked up. */
export interface InvalidName {
  /** Line of the entry in the list, counted from 1. */
  readonly line: number;
  /** The entry, truncated to {@link maxLength} characters. */
  readonly name: string;
  readonly reason: string;
  readonly message: string;
}

export interface BulkNames {
  readonly domains: string[];
  /** Base URL of the server of each domain. */
  readonly servers: string[];
  readonly invalid: InvalidName[];
  /** Number of entries that repeat an earlier one. */
  readonly duplicates: number;
}

/**
 * Maximum number of characters of an entry in the report of invalid names: a valid name has at most 254, with its
 * trailing dot.
 */
const maxLength = 254;

const asciiPattern = /^[\0-\x7F]*$/;

/**
 * Reads the entries of a list, in Punycode or Unicode. Returns each valid name once, in order, and the errors of
 * invalid entries.
 */
export function readBulkNames(entries: readonly string[], bootstrap: Bootstrap): BulkNames {
  const serverOf = new Map<string, string>();
  const invalid: InvalidName[] = [];
  let duplicates = 0;
  for (const [index, entry] of entries.entries()) {
    const parsed = readEntry(entry.trim(), bootstrap);
    if ('reason' in parsed) invalid.push({ line: index + 1, name: entry.slice(0, maxLength), ...parsed });
    else if (serverOf.has(parsed.domain)) duplicates++;
    else serverOf.set(parsed.domain, parsed.server);
  }
  return { domains: [...serverOf.keys()], servers: [...serverOf.values()], invalid, duplicates };
}

type Entry = { domain: string; server: string } | Pick<InvalidName, 'reason' | 'message'>;

function readEntry(input: string, bootstrap: Bootstrap): Entry {
  try {
    const domain = readLookupDomain(asciiPattern.test(input) ? input : (asciiNameOf(input) ?? input));
    const [server] = serversOf(bootstrap, domain);
    if (server !== undefined) return { domain, server };
    return { reason: 'unsupported_tld', message: unsupportedTldMessage(domain) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { reason: 'invalid_domain', message: error.message };
  }
}

/** The message for a domain whose top-level domain has no known RDAP server. */
export function unsupportedTldMessage(domain: string): string {
  return `No RDAP server is known for the top-level domain ${domain.split('.').at(-1)}`;
}

/**
 * The time until the remaining names are looked up, in seconds, estimated from the speed so far and the lookup quota;
 * null if no name waits.
 */
export function remainingSeconds(progress: {
  readonly waiting: number;
  readonly done: number;
  readonly elapsedSeconds: number;
  readonly perMinute: number;
  readonly perDay: number;
}): number | null {
  const { waiting, done, elapsedSeconds, perMinute, perDay } = progress;
  if (waiting === 0) return null;
  const bySpeed = done === 0 ? 0 : (waiting * elapsedSeconds) / done;
  const byMinute = perMinute === 0 ? 0 : (Math.ceil(waiting / perMinute) - 1) * 60;
  const byDay = perDay === 0 ? 0 : (Math.ceil(waiting / perDay) - 1) * daySeconds;
  return Math.ceil(Math.max(bySpeed, byMinute, byDay, 1));
}
