import { DomainError } from '../../../platform/domain-error.js';
import { isLongerThan, maxCharacters } from '../../../platform/input-limits.js';
import { isStorableText } from '../rules/inference.js';
import type { AlertDependencies, AlertRequest } from './dependencies.js';

/** What a caller may see and change. */
export interface Scope {
  /** Null: all tenants. */
  readonly tenantId: string | null;
}

/**
 * Decides what a caller may see and change; whoever is not named here may nothing.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf(
  dependencies: { readonly settings: Pick<AlertDependencies['settings'], 'openToAnonymous'> },
  { caller }: Pick<AlertRequest, 'caller'>,
): Scope {
  switch (caller.kind) {
    case 'operator':
      return { tenantId: caller.role === 'admin' ? null : caller.tenantId };
    case 'anonymous':
      if (dependencies.settings.openToAnonymous) return { tenantId: null };
      throw new DomainError('UNAUTHENTICATED', 'Alerts need an operator token');
    default:
      throw new DomainError('FORBIDDEN', 'Alerts are for operators only');
  }
}

/**
 * Decides for which tenants a caller may import. Inferences come from pipelines, which have a token: where alerts are open, anybody could
 * otherwise fill the store or hide an attack in a flood.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function importScopeOf(
  dependencies: { readonly settings: Pick<AlertDependencies['settings'], 'openToAnonymous'> },
  request: Pick<AlertRequest, 'caller'>,
): Scope {
  if (request.caller.kind === 'anonymous') {
    throw new DomainError('UNAUTHENTICATED', 'Importing inferences requires an operator token');
  }
  return scopeOf(dependencies, request);
}

/**
 * The same for whoever wants to know it beforehand.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function readAccess(dependencies: AlertDependencies, request: AlertRequest): Scope {
  return scopeOf(dependencies, request);
}

/** The tenant that a statement is restricted to: null is all, undefined none. */
export function tenantWithin(scope: Scope, asked: string | null | undefined): string | null | undefined {
  if (asked === null || asked === undefined) return scope.tenantId;
  // No row has an empty tenant, nor one that is too long or cannot be stored.
  if (asked === '' || isLongerThan(asked, maxCharacters.tenantId) || !isStorableText(asked)) return undefined;
  return scope.tenantId === null || scope.tenantId === asked ? asked : undefined;
}

/** The name under which an audit trail keeps a caller. */
export function callerName({ caller }: AlertRequest): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}
