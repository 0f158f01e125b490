import type { ConnectionRecord, PageInput } from '../../../../platform/connection.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { dayMs } from '../../../../platform/durations.js';
import {
  assertBetween,
  assertMaxCharacters,
  isStorableText,
  isUuid,
  maxCharacters,
} from '../../../../platform/input-limits.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeDomainName } from '../../domains/index.js';
import { nameserverNames, requestedZones, requireIndex } from '../../nameservers/index.js';
import { applyTier, type ChargedList, readChargedPage, windowBetween } from '../../search/index.js';
import { type RegistrationCriteria, type RegistrationRow, selectRegistrations } from '../repository/lists.js';
import type { BulkRegistrationKind } from '../vocabulary.js';

export type { RegistrationRow } from '../repository/lists.js';

/** Filters of bulk registrations; null and absent fields do not filter. */
export interface BulkRegistrationsInput extends PageInput {
  zone?: string | null | undefined;
  nameserver?: string | null | undefined;
  search?: string | null | undefined;
  kinds?: readonly BulkRegistrationKind[] | null | undefined;
  minSize?: number | null | undefined;
  minScore?: number | null | undefined;
  start?: Date | null | undefined;
  end?: Date | null | undefined;
}

/** Position in the list: day, score and id of a bulk registration. */
type Position = readonly [day: number, score: number, id: string];

const maxSize = 2 ** 31 - 1;

/**
 * Bulk registrations: similar names that were added to a zone on one day with the same nameservers, newest first, then
 * by score. If the caller is an account, the first page counts as one query toward its quota, and its tier must permit
 * browsing. A bulk registration of the current day may change with each import.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for an unknown zone, QUOTA_EXCEEDED,
 *   GONE, STORE_UNAVAILABLE
 */
export async function bulkRegistrations(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: BulkRegistrationsInput,
): Promise<ConnectionRecord<RegistrationRow>> {
  const { database } = dependencies;
  const { zone, start, end } = input;
  const filter = filterOf(input);
  const list: ChargedList<object, RegistrationCriteria, RegistrationRow, Position> = {
    name: 'bulk-registrations',
    args: { ...filter, zone, start: start?.toISOString(), end: end?.toISOString() },
    isPosition,
    async prepare({ limits, isOperator }) {
      const now = dependencies.clock.now();
      const times = timesOf(input, now);
      const { watermark, zones } = await requestedZones(dependencies, zone);
      if (filter.nameserver !== undefined) await requireIndex(database);
      const bounds = { start: times.start ?? null, end: times.end ?? now + 1 };
      // Operators may read all that is stored.
      const window = isOperator
        ? times
        : applyTier({ limits, pattern: { kind: 'browse' }, window: windowBetween(bounds, now), now });
      const zoneId = zone === null || zone === undefined ? undefined : zones[0]?.id;
      return { watermark, prepared: { ...filter, ...(zoneId !== undefined && { zoneId }), ...daysOf(window ?? {}) } };
    },
    async read({ prepared, after, limit }) {
      const position = after === null ? null : { day: after[0], score: after[1], id: after[2] };
      const found = await database.read(request, (sql) =>
        selectRegistrations(sql, { criteria: prepared, after: position, limit: limit + 1 }),
      );
      const rows = found.map((node) => ({ node, position: [node.day, node.score, node.id] satisfies Position }));
      return { rows, next: null };
    },
  };
  return await readChargedPage(dependencies, request, { list, first: input.first, after: input.after });
}

function filterOf(input: BulkRegistrationsInput): RegistrationCriteria {
  const { nameserver, search, kinds, minSize, minScore } = input;
  assertMaxCharacters('search', search, maxCharacters.search);
  if (typeof search === 'string' && !isStorableText(search)) {
    throw invalidArgument('search', 'search contains characters that cannot occur in a name');
  }
  if (kinds?.length === 0) {
    throw invalidArgument('kinds', 'kinds is empty: specify at least one kind, or omit it for all kinds');
  }
  if (typeof minSize === 'number') assertBetween({ name: 'minSize', value: minSize, min: 0, max: maxSize });
  if (typeof minScore === 'number' && !(minScore >= 0 && minScore <= 1)) {
    throw invalidArgument('minScore', `minScore must be between 0 and 1, not ${minScore}`);
  }
  const [name] = typeof nameserver === 'string' ? nameserverNames([nameserver], normalizeDomainName) : [];
  return {
    ...(name !== undefined && { nameserver: name }),
    ...(search && { search: search.toLowerCase() }),
    ...(kinds && { kinds }),
    ...(typeof minSize === 'number' && { minSize }),
    ...(typeof minScore === 'number' && { minScore }),
  };
}

function timesOf({ start, end }: BulkRegistrationsInput, now: number): { start?: number; end?: number } {
  for (const [name, time] of Object.entries({ start, end })) {
    if (time && time.getTime() > now) {
      const message = `Invalid window: ${name} must not be in the future: ${time.toISOString()}`;
      throw invalidArgument(name, message);
    }
  }
  if (start && end && start >= end) {
    throw invalidArgument(
      'start',
      `Invalid window: start must be before end: ${start.toISOString()}, ${end.toISOString()}`,
    );
  }
  return { ...(start && { start: start.getTime() }), ...(end && { end: end.getTime() }) };
}

/** A time window with the days that it overlaps, by which bulk registrations are indexed. */
function daysOf({ start, end }: { start?: number; end?: number }): RegistrationCriteria {
  return {
    ...(start !== undefined && { start, fromDay: Math.floor(start / dayMs) }),
    ...(end !== undefined && { end, toDay: Math.floor((end - 1) / dayMs) }),
  };
}

function isPosition(value: unknown): value is Position {
  const [day, score, id] = Array.isArray(value) ? (value as unknown[]) : [];
  const isDay = typeof day === 'number' && Number.isInteger(day) && Math.abs(day) < 2 ** 31;
  return isDay && typeof score === 'number' && Number.isFinite(score) && typeof id === 'string' && isUuid(id);
}
