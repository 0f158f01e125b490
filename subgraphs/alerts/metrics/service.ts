import { dateOf } from '../../../platform/clock.js';
import type { Executor } from '../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../platform/domain-error.js';
import { assertBetween } from '../../../platform/input-limits.js';
import { permittedTenants, scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import { countAlerts as countMatching, isTallied, type ScopedFilter } from '../triage/index.js';
import { AlertTime, type HistogramInterval, type ResponseTimesKey, Severity } from '../vocabulary.js';
import * as counts from './repository.js';
import { selectResponseTimes } from './repository-times.js';
import { assertBucketCount, type Bucket, countBuckets, fillBuckets, maxBuckets } from './rules.js';
import type {
  AlertDurations,
  AlertHistogramBucket,
  AlertResponseTimes,
  AlertStoreStatus,
  ModelPrecision,
} from './types.js';

/** The exact number of alerts that match a filter within the caller's scope. */
export async function countAlerts(request: AlertRequest, filter: ScopedFilter): Promise<number> {
  scopeOf(request);
  if (filter === null) return 0;
  const count = (sql: Executor): Promise<number> => countMatching(sql, filter);
  const { store } = request;
  return await (isTallied(filter) ? store.run(count) : store.aggregate(request, count));
}

const defaultWidthSeconds = 3600;

/**
 * Counts the alerts that match a filter, in buckets of time.
 * @throws {DomainError} BAD_USER_INPUT if both bucket widths are specified, or if there would be too many buckets
 */
export async function countByTime(
  request: AlertRequest,
  input: {
    filter: ScopedFilter;
    interval: HistogramInterval | null | undefined;
    intervalSeconds: number | null | undefined;
    by: AlertTime | null | undefined;
    bySeverity?: boolean;
  },
): Promise<AlertHistogramBucket[]> {
  scopeOf(request);
  const { filter: criteria, bySeverity = false } = input;
  const by = input.by ?? AlertTime.FIRST_SEEN;
  const seconds = widthOf(input);
  if (criteria === null) return [];
  return await request.store.aggregate(request, async (sql) => {
    const { isSuppressed, ...others } = criteria;
    // Excluding suppressed alerts could only shorten the span, and would take more time. It matters only if there are
    // too many buckets.
    const all = await counts.selectTimeSpan(sql, { criteria: isSuppressed === true ? criteria : others, by });
    if (all === null) return [];
    if (countBuckets(all, seconds) > maxBuckets) {
      const span = isSuppressed === false ? await counts.selectTimeSpan(sql, { criteria, by }) : all;
      if (span === null) return [];
      assertBucketCount(span, seconds);
    }
    const buckets = fillBuckets(await counts.countByTime(sql, { criteria, by, bySeverity, seconds }), seconds);
    return buckets.map((bucket) => ({
      start: dateOf(bucket.startEpoch),
      count: bucket.count,
      severity: severitiesOf(bucket),
    }));
  });
}

/** The counts of a bucket by severity, most severe first. As in facets, severities without alerts are omitted. */
function severitiesOf(bucket: Bucket): AlertHistogramBucket['severity'] {
  const severityCounts = Object.values(Severity).map((value) => ({ value, count: bucket[value] ?? 0 }));
  return severityCounts.filter(({ count }) => count > 0).reverse();
}

function widthOf(input: { interval: number | null | undefined; intervalSeconds: number | null | undefined }): number {
  const { interval, intervalSeconds } = input;
  if (interval !== null && interval !== undefined && intervalSeconds !== null && intervalSeconds !== undefined) {
    throw new DomainError('BAD_USER_INPUT', 'Specify either interval or intervalSeconds, not both');
  }
  const seconds = intervalSeconds ?? interval ?? defaultWidthSeconds;
  assertBetween({ name: 'intervalSeconds', value: seconds, min: 1, max: 366 * 86_400 });
  return seconds;
}

/**
 * The share of true positives among the verdicts of each model, for models with verdicts. Only the latest verdict of
 * each alert is counted.
 */
export async function modelPrecision(
  request: AlertRequest,
  input: { tenantId: string | null | undefined },
): Promise<ModelPrecision[]> {
  const tenants = permittedTenants(scopeOf(request), input.tenantId);
  if (tenants === undefined) {
    await request.store.assertAttached();
    return [];
  }
  const rows = await request.store.aggregate(request, (sql) => counts.countVerdicts(sql, { tenants }));
  return rows.map((row) => ({
    ...row,
    falsePositives: row.verdicts - row.truePositives,
    precision: row.truePositives / row.verdicts,
  }));
}

const maxGroups = 1000;

/**
 * The times until the alerts that match a filter were acknowledged and closed, by group.
 * @throws {DomainError} BAD_USER_INPUT if a grouping key is repeated
 */
export async function responseTimes(
  request: AlertRequest,
  { filter: criteria, by }: { filter: ScopedFilter; by: readonly ResponseTimesKey[] },
): Promise<AlertResponseTimes[]> {
  scopeOf(request);
  const repeated = by.find((key, index) => by.indexOf(key) < index);
  if (repeated !== undefined) {
    const name = repeated.toUpperCase();
    throw invalidArgument('by', `by contains ${name} more than once: specify each dimension once`);
  }
  if (criteria === null) return [];
  const query = { criteria, by, first: maxGroups };
  const rows = await request.store.aggregate(request, (sql) => selectResponseTimes(sql, query));
  return rows.map(({ tenantId, modelName, severity, alerts, ...row }) => ({
    ...{ tenantId, modelName, severity, alerts },
    acknowledged: durationsOf(
      row.acknowledgedCount,
      row.acknowledgedMean,
      row.acknowledgedPercentiles,
      row.acknowledgedMax,
    ),
    resolved: durationsOf(row.resolvedCount, row.resolvedMean, row.resolvedPercentiles, row.resolvedMax),
  }));
}

function durationsOf(
  count: number,
  mean: number | null,
  percentiles: readonly number[] | null,
  max: number | null,
): AlertDurations | null {
  if (mean === null || max === null || percentiles === null) return null;
  const [medianSeconds = max, p90Seconds = max, p95Seconds = max] = percentiles;
  return { count, meanSeconds: mean, medianSeconds, p90Seconds, p95Seconds, maxSeconds: max };
}

/**
 * The status of the alert store and the number of alerts that the caller may read (specification, section 4, "GET
 * health").
 * @throws {DomainError} STORE_UNAVAILABLE if the database is unavailable
 */
export async function readStoreStatus(request: AlertRequest): Promise<AlertStoreStatus> {
  const { tenants } = scopeOf(request);
  const criteria = tenants === null ? {} : { tenants };
  const alertsCount = await request.store.reserved((sql) => countMatching(sql, criteria));
  const uptimeSeconds = Math.round(request.clock.now() - request.servingSince * 1000) / 1000;
  return { status: 'ok', service: 'alert-api', uptimeSeconds, alertsCount };
}
