import { type Change, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { compareVersions } from '../../platform/version.js';

/** An approved breaking change, as reported by the comparison, and the reason for it. */
interface Approval {
  readonly change: string;
  readonly reason: string;
}

/** `schema/released/changes.json`: the approved breaking changes since the last release, and those of each release. */
export interface ChangeLog {
  readonly approved: readonly Approval[];
  /** Releases with their approved breaking changes, newest first. Versions come from package.json. */
  readonly releases: readonly { readonly version: string; readonly broke: readonly Approval[] }[];
}

/** Differences between the released and the current schema. */
export interface SchemaReview {
  /** Breaking changes without an approval. */
  readonly unapproved: readonly string[];
  /** Approvals of changes that do not exist or are not breaking. */
  readonly unnecessary: readonly Approval[];
  /** Approvals without a reason. */
  readonly withoutReason: readonly Approval[];
  /** Changes that can break clients, for example new enum values. */
  readonly dangerous: readonly string[];
  /** All other changes, except changes of descriptions. */
  readonly safe: readonly string[];
  /**
   * Version of the last release, or `none` before the first one; undefined if it is the version in package.json.
   * Between releases, package.json has the next version.
   */
  readonly outdated: string | undefined;
  /** Whether package.json has a version older than the last release. */
  readonly isBehind: boolean;
}

export interface ReviewOptions {
  /** SDL of the API schema at the last release. */
  readonly released: string;
  /** SDL of the current API schema. */
  readonly current: string;
  readonly log: ChangeLog;
  /** The version in package.json. */
  readonly version: string;
}

/** Compares the current API schema with the one of the last release. */
export async function reviewSchema({ released, current, log, version }: ReviewOptions): Promise<SchemaReview> {
  const schemas = [buildSchema(released), buildSchema(current)] as const;
  const [every, changes] = await Promise.all([diff(...schemas), diff(...schemas, [DiffRule.simplifyChanges])]);
  // Omitting nested changes would also omit a removed field of a type that has a new interface.
  const breaking = messagesOf(omitNestedChanges(every), CriticalityLevel.Breaking);
  const approved = new Set(log.approved.map(({ change }) => change));
  const last = log.releases[0]?.version;
  return {
    unapproved: breaking.filter((change) => !approved.has(change)),
    unnecessary: log.approved.filter(({ change }) => !breaking.includes(change)),
    withoutReason: log.approved.filter(({ reason }) => reason.trim() === ''),
    dangerous: messagesOf(changes, CriticalityLevel.Dangerous),
    safe: messagesOf(changes, CriticalityLevel.NonBreaking),
    outdated: last === version ? undefined : (last ?? 'none'),
    isBehind: last !== undefined && compareVersions(version, last) < 0,
  };
}

/** Problems of the current schema, one line each with the remedy; empty if there are none. */
export function schemaProblems({ unapproved, unnecessary, withoutReason, outdated, isBehind }: SchemaReview): string[] {
  const breaking = unapproved.map((change) => `breaks clients: ${change}`);
  const advice = [
    'Keep what clients use: add a new element, deprecate the old one with "Use `…`" and remove it in a later release.',
    'To approve intended changes: npm run generate -- --approve "the reason"',
  ];
  return [
    ...breaking,
    ...(breaking.length === 0 ? [] : advice),
    ...unnecessary.map(
      ({ change }) => `approved, but not a breaking change; remove it from schema/released/changes.json: ${change}`,
    ),
    ...withoutReason.map(
      ({ change }) => `approved without a reason; add one to schema/released/changes.json: ${change}`,
    ),
    ...(isBehind
      ? [
          `package.json has an older version than schema/released/ (${outdated}): set this version or a newer one in package.json`,
        ]
      : []),
  ];
}

/** Like {@link schemaProblems}, for a release that is about to be tagged: schema/released/ must have its version. */
export function releaseProblems(review: SchemaReview): string[] {
  const { outdated } = review;
  const missing = `schema/released/ has version ${outdated}, which differs from package.json: run npm run generate -- --release`;
  return [...schemaProblems(review), ...(outdated === undefined ? [] : [missing])];
}

/** Returns the log with approvals of the breaking changes in the review, and without unnecessary approvals. */
export function approve(log: ChangeLog, review: SchemaReview, reason: string): ChangeLog {
  const remainingApprovals = log.approved.filter((approval) => !review.unnecessary.includes(approval));
  return { ...log, approved: [...remainingApprovals, ...review.unapproved.map((change) => ({ change, reason }))] };
}

/**
 * Returns the log after a release, with the approved breaking changes of that release; undefined if this version was
 * already released.
 */
export function release(log: ChangeLog, version: string): ChangeLog | undefined {
  if (log.releases.some((earlier) => earlier.version === version)) return undefined;
  return { approved: [], releases: [{ version, broke: log.approved }, ...log.releases] };
}

/** Omits the changes inside removed types and fields. */
function omitNestedChanges(changes: readonly Change[]): readonly Change[] {
  const removed = new Set(changes.filter(({ type }) => type.endsWith('_REMOVED')).map(({ path }) => path));
  return changes.filter(({ path = '' }) => {
    const names = path.split('.');
    return !names.some((_, index) => index > 0 && removed.has(names.slice(0, index).join('.')));
  });
}

/**
 * Returns the messages of the changes with this level, except changes of descriptions, which do not affect programs.
 */
function messagesOf(changes: readonly Change[], level: CriticalityLevel): string[] {
  return changes
    .filter(({ criticality, type }) => criticality.level === level && !/_DESCRIPTION_/.test(type))
    .map(({ message }) => message)
    .sort();
}
