import { DomainError } from '../../../platform/domain-error.js';
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
 * The same for whoever wants to know it beforehand.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function readAccess(dependencies: AlertDependencies, request: AlertRequest): Scope {
  return scopeOf(dependencies, request);
}

/** The tenant that a statement is restricted to: null is all, undefined none. */
export function tenantWithin(scope: Scope, asked: string | null | undefined): string | null | undefined {
  // No row has a text that cannot be stored, nor an empty tenant.
  if (asked === '' || (asked !== null && asked !== undefined && !isStorableText(asked))) return undefined;
  if (asked === null || asked === undefined) return scope.tenantId;
  return scope.tenantId === null || scope.tenantId === asked ? asked : undefined;
}

/** The name under which an audit trail keeps a caller. */
export function callerName({ caller }: AlertRequest): string {
  return caller.kind === 'operator' ? caller.name : caller.kind;
}
