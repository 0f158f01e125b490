import { resourceUnits, throttledResource } from '../rules/resource-units.js';

/**
 * Maximum number of seconds until a reported reset of the quota, and therefore maximum delay of a request; limits are
 * per minute.
 */
const maxPaceSeconds = 60;
/** Maximum number of resources whose quotas are remembered; the least recently updated ones are evicted. */
const maxResources = 100;

/** The remaining quota of a resource. Times are Unix epoch milliseconds. */
interface Quota {
  /** Resource units that remain until `resetsAt`, minus those of scheduled requests. */
  remaining: number;
  readonly resetsAt: number;
  /** Earliest time at which the next request may be sent. */
  nextAt: number;
}

/**
 * Limits shared by all requests of an application to a tenant, regardless of the site, because SharePoint applies its
 * limits to each application in a tenant. Source: "Avoid getting throttled or blocked in SharePoint Online",
 * Application throttling.
 */
export interface ApplicationQuota {
  readonly pacing: Pacing;
  /**
   * Pauses requested by `Retry-After` in responses with status 429, which report that the application exceeds a limit.
   */
  readonly pauses: Pauses;
}

export function createApplicationQuota(): ApplicationQuota {
  return { pacing: new Pacing(), pauses: new Pauses() };
}

/** Pauses requested by `Retry-After`, during which no request is sent to a resource. */
export class Pauses {
  /** End of the pause of each resource, in Unix epoch milliseconds. */
  readonly #ends = new Map<string, number>();

  /** Number of milliseconds until a request to `url` may be sent. `now`: Unix epoch milliseconds. */
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
 * Spreads requests over the rest of the minute when a resource reports that its quota is almost exhausted, to avoid
 * throttling. SharePoint sends `RateLimit-Limit`, `RateLimit-Remaining` (resource units) and `RateLimit-Reset`
 * (seconds) once an application has used 80% of its quota. Source: "Avoid getting throttled or blocked in SharePoint
 * Online", RateLimit headers. The headers are sent on a best-effort basis, so throttled requests are still retried.
 */
export class Pacing {
  readonly #quotas = new Map<string, Quota>();

  /** Schedules a request; returns the number of milliseconds until it may be sent. `now`: Unix epoch milliseconds. */
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
    const existing = this.#quotas.get(key);
    const resetsAt = now + Math.min(reset, maxPaceSeconds) * 1000;
    // Responses arrive out of order, and requests that are scheduled are not counted yet: within a window, the quota
    // only decreases.
    const isSameWindow = existing !== undefined && now < existing.resetsAt;
    this.#quotas.delete(key);
    this.#quotas.set(key, {
      remaining: isSameWindow ? Math.min(existing.remaining, remaining) : remaining,
      resetsAt: isSameWindow ? Math.max(existing.resetsAt, resetsAt) : resetsAt,
      nextAt: existing?.nextAt ?? now,
    });
    const [oldest] = this.#quotas.keys();
    if (this.#quotas.size > maxResources && oldest !== undefined) this.#quotas.delete(oldest);
  }
}

function count(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
}
