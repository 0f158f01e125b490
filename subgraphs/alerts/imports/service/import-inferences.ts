import { assertMaxItems, maxItems } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import { reservedIdPrefixes } from '../../../../platform/submitted-inferences.js';
import { canAccess, type Scope, scopeOf } from '../../authorization.js';
import type { AlertDependencies, AlertRequest } from '../../dependencies.js';
import { backfillFacetTallies, foldTally } from '../repository.js';
import { type DeduplicatedInference, InferenceOutcome } from '../rules/deduplication.js';
import { checkInference, graphNames, type Inference, type InferenceFieldNames } from '../rules/inference.js';
import type { ImportInferencesPayload } from '../types.js';
import { BatchImporter } from './import-batch.js';

/** Number of inferences by outcome. */
export type OutcomeCounts = Record<InferenceOutcome, number>;

/**
 * Imports inferences in order. Invalid inferences are rejected with the reasons, and the others are imported. Calls are
 * idempotent.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for more than 5,000 inferences
 */
export async function importInferences(
  request: AlertRequest,
  values: readonly { inferenceId: string }[],
): Promise<ImportInferencesPayload> {
  const scope = scopeOf(request, 'alerts.import');
  assertMaxItems('inferences', values, maxItems.inferences);
  const checks = values.map((value) => checkWithin(scope, value, graphNames));
  const accepted = checks.flatMap((check) => ('inference' in check ? [check.inference] : []));
  if (accepted.length === 0) await request.store.assertAttached();
  const deduplicated = (await new BatchImporter(request).import(accepted)).values();
  const results = checks.map((check, position) => {
    const inferenceId = values[position]?.inferenceId ?? '';
    if ('errors' in check) {
      return { inferenceId, outcome: InferenceOutcome.REJECTED, alertId: null, errors: check.errors };
    }
    const next = deduplicated.next().value as DeduplicatedInference; // There is one result for each accepted inference, in order.
    return { inferenceId, ...next, errors: [] };
  });
  return { ...countOutcomes(results), results };
}

/**
 * Validates an inference, and verifies that the caller may import inferences for its tenant, and that its id is not
 * reserved for inferences of other domains.
 */
export function checkWithin(
  scope: Scope,
  value: unknown,
  names: InferenceFieldNames,
): { inference: Inference } | { errors: string[] } {
  const check = checkInference(value, names);
  if ('errors' in check) return check;
  const { inferenceId, tenantId } = check.inference;
  const reserved = reservedIdPrefixes.find((prefix) => inferenceId.startsWith(prefix));
  if (reserved !== undefined) {
    const error = `the prefix ${quoted(reserved)} is reserved for Rampart: use another prefix`;
    return { errors: [`${names.inferenceId}: ${error}`] };
  }
  if (canAccess(scope, tenantId)) return check;
  const error = `you may not import inferences for the tenant ${quoted(tenantId)}: use one of your tenants`;
  return { errors: [`${names.tenantId}: ${error}`] };
}

/** Counts import results by outcome. */
export function countOutcomes(results: readonly { outcome: InferenceOutcome }[]): OutcomeCounts {
  const counts: OutcomeCounts = { opened: 0, joined: 0, ignored: 0, repeated: 0, rejected: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/**
 * Maintains the tallies (precomputed counts): once, adds the alerts that were opened before the migration that added
 * them; then replaces recorded changes with their sums.
 */
export async function maintainTallies(dependencies: AlertDependencies): Promise<void> {
  await dependencies.store.transaction(backfillFacetTallies);
  await foldAlertTally(dependencies);
}

/** Replaces the changes recorded in the tallies (precomputed counts) with their sums. */
export async function foldAlertTally({ store }: AlertDependencies): Promise<void> {
  await store.run(foldTally);
}
