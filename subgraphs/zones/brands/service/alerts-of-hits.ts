import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { selectAlertsOfHits, selectHitsOfAlerts } from '../repository/alerts.js';
import { type HitRow, hitsByIds } from './hits.js';

/**
 * For each hit, the ids of the alerts with inferences about it, ordered by the time of the first of these inferences.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function alertsOfHits(
  { database }: Pick<ZoneDependencies, 'database'>,
  request: ZoneRequest,
  hitIds: readonly string[],
): Promise<string[][]> {
  authorize(request.caller, 'brands.read');
  const found = await database.read(request, (sql) => selectAlertsOfHits(sql, { hitIds: [...hitIds] }));
  const byHit = Map.groupBy(found, ({ hitId }) => hitId);
  return hitIds.map((id) => [...new Set((byHit.get(id) ?? []).map(({ alertId }) => alertId))]);
}

/**
 * For each alert, the hits within the caller's tenants that its inferences are about.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function hitsOfAlerts(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  alertIds: readonly string[],
): Promise<HitRow[][]> {
  const { tenants } = authorize(request.caller, 'brands.read');
  const query = { alertIds: alertIds.filter(isUuid), tenants: tenants === null ? null : [...tenants] };
  const links = await dependencies.database.read(request, (sql) => selectHitsOfAlerts(sql, query));
  const ids = [...new Set(links.map(({ hitId }) => hitId))];
  const hits = (await hitsByIds(dependencies, request, { ids })).filter((hit) => hit !== null);
  const [byId, byAlert] = [new Map(hits.map((hit) => [hit.id, hit])), Map.groupBy(links, ({ alertId }) => alertId)];
  return alertIds.map((alertId) => (byAlert.get(alertId) ?? []).flatMap(({ hitId }) => byId.get(hitId) ?? []));
}
