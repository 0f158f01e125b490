import { DomainError } from '../../platform/domain-error.js';
import { isLongerThan, isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { isPermitted, notPermitted, type Permission } from '../../platform/permission.js';
import type { AlertRequest, AlertSettings } from './dependencies.js';

/** What a caller may see and change. */
export interface Scope {
  /** Null: all tenants. */
  readonly tenantId: string | null;
}

/** The part of a request that decides what it may do. */
interface Asking extends Pick<AlertRequest, 'caller'> {
  readonly settings: Pick<AlertSettings, 'openToAnonymous'>;
}

/**
 * Decides what a caller may see; whoever is not named here may nothing.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf(request: Asking): Scope {
  return scopeFor(request, 'read');
}

/**
 * Decides what a caller may change.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function changeScopeOf(request: Asking): Scope {
  return scopeFor(request, 'change');
}

function scopeFor({ settings, caller }: Asking, permission: Permission): Scope {
  switch (caller.kind) {
    case 'operator':
      if (!isPermitted(caller, permission)) throw notPermitted(caller, permission);
      return { tenantId: caller.role === 'admin' ? null : caller.tenantId };
    case 'anonymous':
      if (settings.openToAnonymous) return { tenantId: null };
      throw new DomainError('UNAUTHENTICATED', 'Alerts require an operator token');
    default:
      throw new DomainError('FORBIDDEN', 'Alerts are available to operators only');
  }
}

/**
 * Decides for which tenants a caller may import. Inferences come from pipelines, which have a token: where alerts are open, anybody could
 * otherwise fill the store or hide an attack in a flood.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function importScopeOf(request: Asking): Scope {
  if (request.caller.kind === 'anonymous') {
    throw new DomainError('UNAUTHENTICATED', 'Importing inferences requires an operator token');
  }
  return scopeFor(request, 'import');
}

/** What a caller may do, for whoever wants to know it beforehand. */
export interface Access extends Scope {
  readonly canChange: boolean;
}

/** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN for callers who may see nothing, or not change anything where they mean to */
export function readAccess(request: Asking, { toChange }: { toChange: boolean }): Access {
  const { caller } = request;
  const scope = toChange ? changeScopeOf(request) : scopeOf(request);
  return { ...scope, canChange: caller.kind === 'anonymous' || isPermitted(caller, 'change') };
}

/** The tenant that a statement is restricted to: null is all, undefined none. */
export function tenantWithin(scope: Scope, asked: string | null | undefined): string | null | undefined {
  if (asked === null || asked === undefined) return scope.tenantId;
  // No row has an empty tenant, nor one that is too long or cannot be stored.
  if (asked === '' || isLongerThan(asked, maxCharacters.tenantId) || !isStorableText(asked)) return undefined;
  return scope.tenantId === null || scope.tenantId === asked ? asked : undefined;
}
