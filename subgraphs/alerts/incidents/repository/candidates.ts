import { sql } from 'drizzle-orm';
import {
  array,
  bigint,
  byShape,
  cast,
  execute,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { alert, closedStatuses, incident } from '../../tables.js';
import { relatedTo } from '../../triage/index.js';
import { incidentCandidate } from '../tables.js';

/** The tenant of the oldest candidate; undefined if there is none. */
export const selectNextTenant = fetchRow({}, () =>
  rawQuery(
    { tenantId: incidentCandidate.tenantId },
    (selected) => sql`select ${selected} from ${incidentCandidate} order by ${incidentCandidate.id} limit 1`,
  ),
);

/**
 * Locks the incident rule for a tenant until the end of the transaction. Waits while another transaction holds the
 * lock.
 */
export const lockRule = execute(
  // The lock for folding tallies and creating partitions has the same first key, and 0 instead of the hash of a tenant.
  { tenantId: text },
  ({ tenantId }) => sql`select pg_advisory_xact_lock(7211604, hashtext(${tenantId}))`,
);

/** The oldest candidates of a tenant. */
export const selectCandidates = fetchRows({ tenantId: text, limit: integer }, (parameters) =>
  rawQuery(
    { id: incidentCandidate.id, alertId: incidentCandidate.alertId },
    (selected) => sql`select ${selected} from ${incidentCandidate}
        where ${incidentCandidate.tenantId} = ${parameters.tenantId} order by ${incidentCandidate.id} limit ${parameters.limit}`,
  ),
);

/** Removes candidates that were evaluated. */
export const deleteCandidates = execute(
  { ids: array(bigint) },
  (parameters) => sql`delete from ${incidentCandidate} where ${incidentCandidate.id} = any(${parameters.ids})`,
);

/** Maximum number of related alerts that are considered for each candidate. */
const maxMatches = 1000;

interface MatchQuery {
  readonly alertIds: readonly string[];
  /** Minimum number of techniques that a match shares with the candidate. */
  readonly minSharedTechniques: number;
  /** Maximum number of seconds between related alerts. */
  readonly windowSeconds: number;
}

const matches = byShape(
  ({ windowSeconds, minSharedTechniques }: MatchQuery) => `${windowSeconds} ${minSharedTechniques}`,
  ({ windowSeconds, minSharedTechniques }) => {
    const sharedCount = sql`cardinality(array(
      select unnest(alert.ttp_techniques) intersect select unnest(related.ttp_techniques)))`;
    const sharesEnough = minSharedTechniques === 0 ? sql`` : sql`and ${sharedCount} >= ${minSharedTechniques}`;
    const related = relatedTo(alert, { columns: sql`other.*`, windowSeconds });
    return statement({ alertIds: array(uuid) }, (parameters) =>
      rawQuery(
        {
          ...{ alertId: alert.id, endpointId: alert.endpointId, techniques: alert.ttpTechniques },
          matchId: cast(nullable(uuid), sql`match.id`),
          incidentId: cast(nullable(uuid), sql`match.incident_id`),
        },
        (selected) => sql`select ${selected}
          from unnest(${parameters.alertIds}) with ordinality candidate (id, ordinality)
          join ${alert} on ${alert.id} = candidate.id
            and ${alert.incidentId} is null and ${alert.status} not in ${closedStatuses}
            and ${alert.suppressedBy} is null
          left join lateral (
            select related.id, related.incident_id from (${related}) related
            left join ${incident} on incident.id = related.incident_id
            where related.status not in ${closedStatuses} and related.suppressed_by is null ${sharesEnough}
              and (related.incident_id is null or incident.status in ('open', 'investigating'))
            order by incident.created_at, related.created_at, related.id limit ${maxMatches}
          ) match on true
          order by candidate.ordinality`,
      ),
    );
  },
);

/** A candidate and one of its matches. Both values of the match are null if the candidate has no matches. */
export type MatchRow = RowOf<ReturnType<typeof matches>>;

/**
 * For each alert that is in no incident and neither closed nor suppressed, its matches: related alerts that share at
 * least `minSharedTechniques` techniques with it, are neither closed nor suppressed, and are in no closed incident.
 * Matches in the oldest incident are first.
 */
export const selectMatches = fetchRows(matches);
