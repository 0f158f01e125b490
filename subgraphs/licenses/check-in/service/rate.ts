import { assertBetween } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { readWindows } from '../../../../platform/rate-windows.js';
import type { LicenseDependencies, LicenseRequest, LicenseSettings } from '../../dependencies.js';
import type { FileDependencies } from '../../files/index.js';
import { LicenseEndpoint, RejectionCause } from '../../vocabulary.js';
import { recordRejection } from './rejections.js';
import type { CheckInWrites } from './writes.js';

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

function windowSeconds({ unit }: LicenseSettings['rate']): number {
  return unitSeconds[unit];
}

/**
 * Counts a request from a source to an endpoint, before all other checks (specification, section 8, 1). Requests
 * through the GraphQL API are not counted. Afterwards, this process uses the documents that were active at the start of
 * the call, or later ones.
 * @throws {DomainError} RATE_LIMITED with `retryAfterSeconds` if the settings enforce the rate limit
 */
export async function enforceRateLimit(
  dependencies: FileDependencies & { readonly writes: CheckInWrites },
  request: LicenseRequest,
  endpoint: LicenseEndpoint,
): Promise<void> {
  const { documents } = dependencies.files;
  if (request.via !== 'rest') return await documents.refresh();
  const { rate, limit } = dependencies.settings;
  const seconds = windowSeconds(rate);
  const now = dependencies.clock.now() / 1000;
  const subject = rateSubject(request.sourceAddress);
  const window = { scope: scopeOf(endpoint, seconds), subject, seconds };
  const requestCount = await dependencies.writes.count.run({ window, at: now });
  const { count, resetsAt } = requestCount;
  if (!limit || count <= rate.count) return await documents.refreshIfChanged(requestCount.also);
  throw await recordRejection(dependencies, {
    endpoint,
    cause: RejectionCause.RATE_LIMITED,
    message: 'Too many requests',
    details: { retryAfterSeconds: Math.max(1, Math.ceil(resetsAt - now)) },
  });
}

/**
 * The configured rate: at most `limit` requests per `windowSeconds`, and whether it is enforced.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function rateLimit({ settings }: LicenseDependencies, request: LicenseRequest) {
  authorize(request.caller, 'licenses.read');
  const { rate, limit: isEnforced } = settings;
  return { limit: rate.count, windowSeconds: windowSeconds(rate), isEnforced };
}

/**
 * The sources with the most requests in the current rate windows.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a `first` outside of 1–1000
 */
export async function busiestSources(dependencies: LicenseDependencies, request: LicenseRequest, first: number) {
  authorize(request.caller, 'licenses.read');
  assertBetween({ name: 'first', value: first, min: 1, max: 1000 });
  const { rate } = dependencies.settings;
  const endpoints = new Map(
    Object.values(LicenseEndpoint).map((endpoint) => [scopeOf(endpoint, windowSeconds(rate)), endpoint]),
  );
  const now = dependencies.clock.now() / 1000;
  const rows = await dependencies.database.read(request, (sql) =>
    readWindows(sql, { scopes: [...endpoints.keys()], now, limit: first }),
  );
  return rows.map(({ scope, subject, count, resetsAt }) => ({
    endpoint: endpoints.get(scope) ?? LicenseEndpoint.CHECK_LICENSE, // Only these scopes were requested.
    source: subject,
    count,
    isOver: count > rate.count,
    resetsAt: new Date(resetsAt * 1000),
  }));
}

/**
 * The scope of the rate windows of an endpoint. It contains the length in seconds, because all windows of a scope must
 * have the same length.
 */
function scopeOf(endpoint: LicenseEndpoint, seconds: number): string {
  return `licenses.${endpoint}.${seconds}`;
}
