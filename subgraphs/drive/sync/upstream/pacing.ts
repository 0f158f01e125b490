import { resourceUnits, throttledResource } from '../rules/resource-units.js';

/** Maximum time that a request waits for its turn, and that a reset may lie ahead: the limits are per minute. */
const maxPaceSeconds = 60;
/** Maximum number of cached resources; the oldest ones are evicted. */
const maxResources = 100;

/** The remaining quota of a resource. Times are Unix epoch milliseconds. */
interface Quota {
  /** Resource units left until `resetsAt`, less those of the requests that are scheduled. */
  remaining: number;
  readonly resetsAt: number;
  /** No request is sent before this time. */
  nextAt: number;
}

/**
 * Limits that all requests of an application to a tenant share, regardless of the site: SharePoint limits each
 * application in a tenant, and every request counts. Source: "Avoid getting throttled or blocked in SharePoint Online",
 * Application throttling.
 */
export interface ApplicationQuota {
  readonly pacing: Pacing;
  /** By `Retry-After` of 429, which is sent when the application exceeds a limit. */
  readonly pauses: Pauses;
}

export function createApplicationQuota(): ApplicationQuota {
  return { pacing: new Pacing(), pauses: new Pauses() };
}

/** Times before which no request is sent to a resource, because a response had `Retry-After`. */
export class Pauses {
  /** Ends of the pauses by resource, in Unix epoch milliseconds. */
  readonly #ends = new Map<string, number>();

  /** Milliseconds until a request may be sent. */
  remaining(url: URL, now: number): number {
    return Math.max(0, (this.#ends.get(throttledResource(url)) ?? 0) - now);
  }

  add(url: URL, seconds: number, now: number): void {
    for (const [resource, end] of this.#ends) if (end <= now) this.#ends.delete(resource);
    const resource = throttledResource(url);
    this.#ends.set(resource, Math.max(now + seconds * 1000, this.#ends.get(resource) ?? 0));
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Spreads requests over the rest of the minute when a resource reports that its quota is nearly used, so it need
 * not throttle: SharePoint sends `RateLimit-Limit`, `RateLimit-Remaining` (resource units) and `RateLimit-Reset`
 * (seconds) once an application has used 80 % of its quota. Source: "Avoid getting throttled or blocked in SharePoint
 * Online", RateLimit headers. The headers are sent on a best-effort basis, so throttled requests are still retried.
 */
export class Pacing {
  readonly #quotas = new Map<string, Quota>();

  /** Schedules a request; returns the milliseconds until it may be sent. */
  delay(request: { method: string; url: URL }, now: number): number {
    const key = throttledResource(request.url);
    const quota = this.#quotas.get(key);
    if (quota === undefined) return 0;
    if (now >= quota.resetsAt) {
      this.#quotas.delete(key);
      return 0;
    }
    const units = resourceUnits(request);
    const at = quota.remaining < units ? quota.resetsAt : Math.max(now, quota.nextAt);
    const interval = (quota.resetsAt - at) / Math.max(quota.remaining, 1);
    quota.remaining = Math.max(0, quota.remaining - units);
    quota.nextAt = at + interval * units;
    return at - now;
  }

  /** Records the quota that a response reports. `now`: Unix epoch milliseconds. */
  recordQuota(url: URL, headers: Headers, now: number): void {
    const remaining = count(headers['ratelimit-remaining']);
    const reset = count(headers['ratelimit-reset']);
    if (remaining === undefined || reset === undefined) return;
    const key = throttledResource(url);
    const known = this.#quotas.get(key);
    const resetsAt = now + Math.min(reset, maxPaceSeconds) * 1000;
    // Responses arrive out of order, and requests that are scheduled are not counted yet: within a window, the quota
    // only decreases.
    const isSameWindow = known !== undefined && now < known.resetsAt;
    this.#quotas.delete(key);
    this.#quotas.set(key, {
      remaining: isSameWindow ? Math.min(known.remaining, remaining) : remaining,
      resetsAt: isSameWindow ? Math.max(known.resetsAt, resetsAt) : resetsAt,
      nextAt: known?.nextAt ?? now,
    });
    const [oldest] = this.#quotas.keys();
    if (this.#quotas.size > maxResources && oldest !== undefined) this.#quotas.delete(oldest);
  }
}

function count(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
}
