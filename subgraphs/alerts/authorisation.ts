import { isLongerThan, isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { authorize, type Condition, isPermitted, type Permission } from '../../platform/permissions/index.js';
import type { AlertRequest, AlertSettings } from './dependencies.js';

/** The alerts that a caller may read or change. */
export interface Scope {
  /** Null: all tenants. */
  readonly tenantId: string | null;
}

/** The parts of a request that decide its permissions. */
interface Asking extends Pick<AlertRequest, 'caller'> {
  readonly settings: Pick<AlertSettings, 'openToAnonymous'>;
}

/**
 * The alerts that a caller may read. Denies by default.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function scopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.read');
}

/**
 * The alerts that a caller may change.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function changeScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.triage');
}

/**
 * The tenants for which a caller may import. A token is always required: even if alerts are open, anonymous callers
 * must not fill the store or hide an attack in a flood.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function importScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.import');
}

function scopeFor({ settings, caller }: Asking, permission: Permission): Scope {
  const { tenantId } = authorize(caller, permission, heldBy(settings));
  return { tenantId };
}

const openAlerts: readonly Condition[] = ['openAlerts'];

function heldBy({ openToAnonymous }: Asking['settings']): readonly Condition[] | undefined {
  return openToAnonymous ? openAlerts : undefined;
}

/** The permissions of a caller, which clients can read in advance. */
export interface Access extends Scope {
  readonly canChange: boolean;
}

/**
 * @throws {DomainError} UNAUTHENTICATED or FORBIDDEN if the caller may not read alerts, or, with `toChange`, may not
 * change them
 */
export function readAccess(request: Asking, { toChange }: { toChange: boolean }): Access {
  const { caller, settings } = request;
  const scope = toChange ? changeScopeOf(request) : scopeOf(request);
  return { ...scope, canChange: isPermitted(caller, 'alerts.triage', heldBy(settings)) };
}

/** The tenant to which a statement is restricted: null for all tenants, undefined if none is allowed. */
export function tenantWithin(scope: Scope, asked: string | null | undefined): string | null | undefined {
  if (asked === null || asked === undefined) return scope.tenantId;
  // Tenants that are empty, too long or cannot be stored match no row.
  if (asked === '' || isLongerThan(asked, maxCharacters.tenantId) || !isStorableText(asked)) return undefined;
  return scope.tenantId === null || scope.tenantId === asked ? asked : undefined;
}
