import type { FaultAction, Step } from './fault-action.js';
import { type Entry, faultKinds as kinds } from './fault-kinds.js';

/** A fault, and the request in whose response it occurs. */
export interface SiteFault {
  readonly on: Step;
  readonly action: FaultAction;
  /**
   * Whether the client’s copy can differ until the site reports the file again, because the site has reported wrong
   * properties of it.
   */
  readonly untilReported: boolean;
}

/** Statuses with which requests fail, in addition to the common ones. */
const statuses = {
  token: [400, 401],
  site: [401, 403, 404],
  delta: [401, 403, 404],
  content: [401, 403, 404],
  download: [401, 403, 404, 416],
  subscriptions: [400, 401, 403, 404, 409],
} satisfies Record<Step, number[]>;

/** Bodies that the site never sends, such as an error page of a proxy. */
const otherBodies = ['<html>Sign in</html>', '{"value":', '[]', 'null', ''].map(kinds.otherBody);

const noPage = (value: unknown, links: object = {}) => kinds.otherPage(() => ({ value, ...links }));
const otherServer = 'http://127.0.0.1:9/steal';
const isPresent = (facet: unknown): boolean => facet !== undefined && facet !== null;
const file = (entry: Entry): boolean => isPresent(entry.file);

/** A page in which each file has other properties. */
const files = (change: (entry: Entry) => object) =>
  kinds.otherEntries((entries) => {
    const others = entries.map((entry) => (file(entry) ? change(entry) : entry));
    return entries.some(file) ? others : [];
  });

/** The entries without deleted items in deleted folders: only the folders themselves are reported. */
function withoutDeletedChildren(entries: readonly Entry[]): readonly Entry[] {
  const deleted = new Set(entries.filter((entry) => isPresent(entry.deleted)).map(({ id }) => id));
  const remaining = entries.filter(
    ({ id, parentReference }) => !deleted.has(id) || !deleted.has(parentReference?.id ?? ''),
  );
  return remaining.length < entries.length ? remaining : [];
}

/** Pages whose changes are complete, but in another form, and pages that are rejected as a whole. */
const pages: readonly FaultAction[] = [
  kinds.revokedToken(),
  ...[kinds.expiredQuery(true), kinds.expiredQuery(false), kinds.plainDeltaLink(), kinds.rateLimit(0, 40)],
  // Bodies that are not a page of a delta query.
  ...[noPage('none', { '@odata.deltaLink': '/' }), noPage([]), noPage([], { '@odata.deltaLink': 7 })],
  ...['', '..', 'nul\0', 7, null].map((id) => noPage([{ id, name: 'a', file: {} }], { '@odata.deltaLink': '/' })),
  ...['@odata.nextLink', '@odata.deltaLink'].map((name) => noPage([], { [name]: otherServer })),
  kinds.otherPage((url) => ({ value: [], '@odata.nextLink': url.href })),
  // An empty page before the regular one.
  kinds.otherPage((url) => ({ value: [], '@odata.nextLink': `${url.href}${url.search === '' ? '?' : '&'}again=1` })),
  kinds.otherEntries((entries) => entries.toReversed()),
  kinds.otherEntries((entries) => [...entries, ...entries]),
  // Each item twice: in an earlier state, and in its last state.
  kinds.otherEntries((entries) => [...entries.map((entry) => ({ ...entry, name: 'earlier', size: 1 })), ...entries]),
  kinds.otherEntries((entries) => [...entries.map(({ id }) => ({ id, deleted: {} })), ...entries]),
  files(({ file: _, ...entry }) => ({ ...entry, file: {} })), // Files without hashes.
  kinds.otherEntries(withoutDeletedChildren),
];

/** Pages that report wrong properties of files. */
const misleadingPages: readonly FaultAction[] = [
  files(({ name: _, ...entry }) => entry),
  files((entry) => ({ ...entry, name: '../../etc/passwd' })),
  files(({ parentReference: _, ...entry }) => entry),
  files((entry) => ({ ...entry, parentReference: { id: entry.id } })),
  files((entry) => ({ ...entry, size: 1 })),
  files((entry) => ({ ...entry, size: -1 })),
  files((entry) => ({ ...entry, file: { hashes: { quickXorHash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' } } })),
  files((entry) => ({ ...entry, malware: { description: 'Virus:DOS/EICAR_Test_File' } })),
  // The application may no longer read them.
  files(({ id }) => ({ id, deleted: { state: 'deleted' } })),
  kinds.otherEntries((entries) => (entries.some(file) ? entries.filter((entry) => !file(entry)) : [])),
];

const redirects = [
  'https://10.0.0.1/file',
  'https://169.254.169.254/latest/',
  'file:///etc/passwd',
  'http://[',
  undefined,
];

const contents: readonly FaultAction[] = [
  kinds.revokedToken(),
  ...[kinds.otherBody('<html>Sign in</html>'), ...redirects.map(kinds.redirect)],
  ...Array.from({ length: 6 }, () => kinds.redirect((url) => url.href)),
  kinds.direct(),
];

const downloads: readonly FaultAction[] = [
  ...[kinds.cut(5), kinds.noRanges(), kinds.cut(5), kinds.otherRange()],
  kinds.otherContent((content) => Buffer.alloc(content.length, '?')),
  kinds.otherContent((content) => content.subarray(1)),
  kinds.otherContent((content) => Buffer.concat([content, content])),
  kinds.otherContent(() => Buffer.alloc(0)),
];

const subscriptions = [kinds.revokedToken(), kinds.unlistedSubscription(), kinds.earlyNotification()];
const sites = [kinds.otherBody('{"id":""}'), kinds.otherBody('{"id":".."}')];
const roles = [[], ['Sites.Read.All'], ['Sites.Selected']];
const tokens = [...roles.map(kinds.tokenRoles), kinds.shortToken(1), kinds.shortToken(0), kinds.otherClock(600)];

const special: Record<Step, readonly FaultAction[]> = {
  ...{ token: [...otherBodies, ...tokens], site: [...otherBodies, ...sites] },
  ...{ delta: [...otherBodies, ...pages], content: contents, download: downloads },
  subscriptions: [...otherBodies, ...subscriptions],
};

/** Each kind of fault that every request can have. */
function commonFaults(step: Step): FaultAction[] {
  return [
    ...[429, 503].map((status) => kinds.status(status, { 'retry-after': '2' })),
    ...[429, 500, 502, 503, ...statuses[step]].map((status) => kinds.status(status)),
    ...[kinds.disconnect(), ...[0, 1, 5, 50_000].map(kinds.cut)],
  ];
}

// Object.keys returns the steps as plain strings.
const steps = Object.keys(special) as Step[];

/** All faults of the site. Tests of the client apply them to the simulated site, and to the mirror. */
export const siteFaults: readonly SiteFault[] = [
  ...steps.flatMap((on) =>
    [...commonFaults(on), ...special[on]].map((action) => ({ on, action, untilReported: false })),
  ),
  ...misleadingPages.map((action) => ({ on: 'delta' as const, action, untilReported: true })),
  { on: 'content', action: kinds.malware(), untilReported: true },
];

/** Notifications to ignore: repeated ones, and ones with another secret or subscription. */
export const otherNotifications = [{}, {}, { clientState: 'forged' }, { subscriptionId: 'of nobody' }];

/** The kinds of the faults in `siteFaults`. */
export const listedKinds: ReadonlySet<string> = new Set(siteFaults.map(({ action }) => action.kind));
