import { DomainError } from '../../../platform/domain-error.js';
import { isLongerThan, maxCharacters } from '../../../platform/input-limits.js';
import { isPermitted, notPermitted, type Permission } from '../../../platform/permission.js';
import { isStorableText } from '../rules/inference.js';
import type { AlertDependencies, AlertRequest } from './dependencies.js';

/** What a caller may see and change. */
export interface Scope {
  /** Null: all tenants. */
  readonly tenantId: string | null;
}

interface AccessSettings {
  readonly settings: Pick<AlertDependencies['settings'], 'openToAnonymous'>;
}

/**
 * Decides what a caller may see; whoever is not named here may nothing.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf(dependencies: AccessSettings, request: Pick<AlertRequest, 'caller'>): Scope {
  return scopeFor(dependencies, request, 'read');
}

/**
 * Decides what a caller may change.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function changeScopeOf(dependencies: AccessSettings, request: Pick<AlertRequest, 'caller'>): Scope {
  return scopeFor(dependencies, request, 'change');
}

function scopeFor(
  { settings }: AccessSettings,
  { caller }: Pick<AlertRequest, 'caller'>,
  permission: Permission,
): Scope {
  switch (caller.kind) {
    case 'operator':
      if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
      return { tenantId: caller.role === 'admin' ? null : caller.tenantId };
    case 'anonymous':
      if (settings.openToAnonymous) return { tenantId: null };
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
export function importScopeOf(dependencies: AccessSettings, request: Pick<AlertRequest, 'caller'>): Scope {
  if (request.caller.kind === 'anonymous') {
    throw new DomainError('UNAUTHENTICATED', 'Importing inferences requires an operator token');
  }
  return scopeFor(dependencies, request, 'import');
}

/** What a caller may do, for whoever wants to know it beforehand. */
export interface Access extends Scope {
  readonly canChange: boolean;
}

/** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN for callers who may see nothing */
export function readAccess(dependencies: AccessSettings, request: Pick<AlertRequest, 'caller'>): Access {
  const { caller } = request;
  return { ...scopeOf(dependencies, request), canChange: caller.kind === 'anonymous' || isPermitted(caller, 'change') };
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
