import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { quoted } from '../../../../platform/quoted.js';
import { permittedTenants, type Scope } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { scopedFilter } from '../../triage/index.js';
import type { AlertFilter } from '../../triage/types-list.js';
import type { SuppressionCriteria } from '../rules.js';

/** The fields of a suppression's filter, in addition to the tenant. An alert already has them when it is opened. */
const fields = [
  ...(['endpointId', 'severity', 'platform', 'technique', 'attack'] as const),
  ...(['modelName', 'minAttackProb', 'maxAttackProb'] as const),
] as const satisfies readonly (keyof AlertFilter)[];
const allowedFields: ReadonlySet<string> = new Set(['tenantId', ...fields]);

/** The alerts that a suppression applies to: those of the tenant (null: all tenants) that match the criteria. */
export interface SuppressionTarget {
  readonly tenantId: string | null;
  readonly criteria: SuppressionCriteria;
}

/**
 * Reads the filter of a suppression.
 * @throws {DomainError} BAD_USER_INPUT if the caller may not suppress alerts of the tenant in the filter; and for a
 * filter that uses fields that an alert does not have when it is opened, that has only a tenant, or that matches
 * nothing
 */
export function parseSuppressionFilter(request: AlertRequest, scope: Scope, filter: AlertFilter): SuppressionTarget {
  const query = Object.entries(filter).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [name],
  );
  const unsupported = query.find((name) => !allowedFields.has(name));
  if (unsupported !== undefined) {
    throw invalidFilter(
      `${unsupported} is not supported in the filter of a rule: use only ${[...allowedFields].join(', ')}`,
    );
  }
  if (!query.some((name) => name !== 'tenantId')) {
    throw invalidFilter(`The filter would suppress all alerts: add at least one of ${fields.join(', ')}`);
  }
  const tenantId = tenantOf(scope, filter.tenantId);
  const { tenants: _, isSuppressed: __, ...criteria } = scopedFilter(request, { ...filter, tenantId }) ?? {};
  if (Object.keys(criteria).length === 0) {
    throw invalidFilter(
      'The filter matches no alert, because a list is empty, or a value is too long or contains characters that cannot be stored: correct the filter',
    );
  }
  return { tenantId, criteria };
}

function tenantOf(scope: Scope, requested: string | null | undefined): string | null {
  const tenants = permittedTenants(scope, requested);
  if (tenants === undefined) {
    const hint = scope.tenants === null ? 'use the id of a tenant' : `use one of ${scope.tenants.join(', ')}`;
    throw invalidFilter(`You may not suppress alerts of the tenant ${quoted(requested ?? '')}: ${hint}`);
  }
  const [onlyTenant = null] = tenants ?? [];
  if (tenants === null || tenants.length === 1) return onlyTenant;
  throw invalidFilter(
    `The filter has no tenantId, which is required because you have access to several tenants: set it to one of ${tenants.join(', ')}`,
  );
}

function invalidFilter(message: string): DomainError {
  return invalidArgument('filter', message);
}
