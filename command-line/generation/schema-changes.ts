import { type Change, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { compareVersions } from '../../platform/version.js';

/** A change that breaks clients, in the words of the comparison, and why it is made all the same. */
export interface Approval {
  readonly change: string;
  readonly reason: string;
}

/** `schema/released/changes.json`: what breaks since the last release and is approved, and what each release broke. */
export interface ChangeLog {
  readonly approved: readonly Approval[];
  /** The newest first. Versions are those of package.json. */
  readonly releases: readonly { readonly version: string; readonly broke: readonly Approval[] }[];
}

/** What differs between the schema of the last release and the one of now. */
export interface SchemaReview {
  /** These break clients, and nobody has approved them. */
  readonly unapproved: readonly string[];
  /** Approvals of what is no change, or breaks nobody. */
  readonly needless: readonly Approval[];
  /** Approvals without a reason. */
  readonly unreasoned: readonly Approval[];
  /** Clients that do not expect them can fail, for example new values of an enum. */
  readonly dangerous: readonly string[];
  /** Everything else but descriptions. */
  readonly safe: readonly string[];
  /** Version of the last release, when it is not the one in package.json, which is the next until it is released. */
  readonly outdated: string | undefined;
  /** Whether package.json has a version older than the last release. */
  readonly isBehind: boolean;
}

export interface ReviewOptions {
  /** SDL that clients saw at the last release. */
  readonly released: string;
  /** SDL that they would see now. */
  readonly current: string;
  readonly log: ChangeLog;
  /** The version in package.json. */
  readonly version: string;
}

/** Compares what clients see with what they saw at the last release. */
export async function reviewSchema({ released, current, log, version }: ReviewOptions): Promise<SchemaReview> {
  const schemas = [buildSchema(released), buildSchema(current)] as const;
  const [every, changes] = await Promise.all([diff(...schemas), diff(...schemas, [DiffRule.simplifyChanges])]);
  // The short form leaves out what happens within a type that changes itself, so also a removed field of a type with a new interface.
  const breaking = messagesOf(withoutParts(every), CriticalityLevel.Breaking);
  const approved = new Set(log.approved.map(({ change }) => change));
  const last = log.releases[0]?.version;
  return {
    unapproved: breaking.filter((change) => !approved.has(change)),
    needless: log.approved.filter(({ change }) => !breaking.includes(change)),
    unreasoned: log.approved.filter(({ reason }) => reason.trim() === ''),
    dangerous: messagesOf(changes, CriticalityLevel.Dangerous),
    safe: messagesOf(changes, CriticalityLevel.NonBreaking),
    outdated: last === version ? undefined : (last ?? 'none'),
    isBehind: last !== undefined && compareVersions(version, last) < 0,
  };
}

/** What stands against the schema as it is, one line each with the way out; empty when nothing does. */
export function objectionsTo({ unapproved, needless, unreasoned, outdated, isBehind }: SchemaReview): string[] {
  const breaking = unapproved.map((change) => `breaks clients: ${change}`);
  const way = [
    'Keep what clients use: add a new element, deprecate the old one with "Use `…`" and remove it in a later release.',
    'To approve intended changes: npm run generate -- --approve "the reason"',
  ];
  return [
    ...breaking,
    ...(breaking.length === 0 ? [] : way),
    ...needless.map(
      ({ change }) => `approved without a breaking change, remove it from schema/released/changes.json: ${change}`,
    ),
    ...unreasoned.map(({ change }) => `approved without a reason in schema/released/changes.json: ${change}`),
    ...(isBehind ? [`schema/released/ has version ${outdated}: set this version or a newer one in package.json`] : []),
  ];
}

/** The same for a release that is about to be tagged: schema/released/ must be of its version. */
export function objectionsToRelease(review: SchemaReview): string[] {
  const { outdated } = review;
  const missing = `schema/released/ has version ${outdated}, which differs from package.json: run npm run generate -- --release`;
  return [...objectionsTo(review), ...(outdated === undefined ? [] : [missing])];
}

/** The log with these changes approved, and without approvals that nothing needs. */
export function approve(log: ChangeLog, review: SchemaReview, reason: string): ChangeLog {
  const kept = log.approved.filter((approval) => !review.needless.includes(approval));
  return { ...log, approved: [...kept, ...review.unapproved.map((change) => ({ change, reason }))] };
}

/** The log after a release: what was approved is what it broke; undefined when this version was released before. */
export function release(log: ChangeLog, version: string): ChangeLog | undefined {
  if (log.releases.some((earlier) => earlier.version === version)) return undefined;
  return { approved: [], releases: [{ version, broke: log.approved }, ...log.releases] };
}

/** Without the changes of what a removed type or field had. */
function withoutParts(changes: readonly Change[]): readonly Change[] {
  const removed = new Set(changes.filter(({ type }) => type.endsWith('_REMOVED')).map(({ path }) => path));
  return changes.filter(({ path = '' }) => {
    const names = path.split('.');
    return !names.some((_, index) => index > 0 && removed.has(names.slice(0, index).join('.')));
  });
}

/** Descriptions and what is deprecated change nothing for a program. */
function messagesOf(changes: readonly Change[], level: CriticalityLevel): string[] {
  return changes
    .filter(({ criticality, type }) => criticality.level === level && !/_DESCRIPTION_/.test(type))
    .map(({ message }) => message)
    .sort();
}
