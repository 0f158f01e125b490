import { epochSeconds } from '../../../../platform/clock.js';
import { assertBetween } from '../../../../platform/input-limits.js';
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import type { AlertFilter } from '../../triage/types-list.js';
import { type PreviewRow, selectPreview } from '../repository/preview.js';
import { parseSuppressionFilter } from './suppression-input.js';

/** Maximum number of days that a preview covers. */
const maxDays = 90;

export type SuppressionPreviewRecord = PreviewRow;

/**
 * Counts the alerts that were opened in the last `days` days and whose current state matches the filter of a new
 * suppression, whether or not they are already suppressed.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid filter, or a number of days outside
 * of 1–90
 */
export async function previewSuppression(
  request: AlertRequest,
  { filter, days }: { filter: AlertFilter; days: number },
): Promise<SuppressionPreviewRecord> {
  const scope = scopeOf(request, 'alerts.suppress');
  assertBetween({ name: 'days', value: days, min: 1, max: maxDays });
  const { tenantId, criteria } = parseSuppressionFilter(request, scope, filter);
  const createdAfter = epochSeconds(request.clock) - days * 86_400;
  const period = { ...(tenantId !== null && { tenants: [tenantId] }), createdAfter };
  const counts = await request.store.aggregate(request, (sql) =>
    selectPreview(sql, { criteria: { ...period, ...criteria }, period }),
  );
  return counts ?? { low: 0, medium: 0, high: 0, critical: 0, inPeriod: 0, sampleIds: [] };
}
