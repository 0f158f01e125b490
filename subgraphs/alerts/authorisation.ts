import { isLongerThan, isStorableText, maxCharacters } from '../../platform/input-limits.js';
import { authorize, type Condition, isPermitted, type Permission } from '../../platform/permissions/index.js';
import type { AlertRequest, AlertSettings } from './dependencies.js';
import type { OfTenants, Tenants } from './tenants.js';

/** The alerts that a caller may read or change. */
export type Scope = OfTenants;

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
 * The tenants whose people a caller may read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function peopleScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.people');
}

/**
 * The alerts that a caller may assign and comment on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function discussionScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.discuss');
}

/**
 * The incidents that a caller may open and change.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function incidentScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.incidents');
}

/**
 * The alerts that rules of a caller may suppress.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function suppressScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.suppress');
}

/**
 * The tenants whose shared views of alerts a caller sees.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function viewScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.views');
}

/**
 * The tenants in which a caller may share views of alerts.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function viewSharingScopeOf(request: Asking): Scope {
  return scopeFor(request, 'alerts.share-views');
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
  const { tenants } = authorize(caller, permission, heldBy(settings));
  return { tenants };
}

const openAlerts: readonly Condition[] = ['openAlerts'];

function heldBy({ openToAnonymous }: Asking['settings']): readonly Condition[] | undefined {
  return openToAnonymous ? openAlerts : undefined;
}

/** The permissions of a caller, which clients can read in advance. */
export interface Access extends Scope {
  /** The only tenant; null for all tenants, or for several. */
  readonly tenantId: string | null;
  readonly canChange: boolean;
}

/**
 * @throws {DomainError} UNAUTHENTICATED or FORBIDDEN if the caller may not read alerts, or, with `toChange`, may not
 * change them
 */
export function readAccess(request: Asking, { toChange }: { toChange: boolean }): Access {
  const { caller, settings } = request;
  const scope = toChange ? changeScopeOf(request) : scopeOf(request);
  const [tenantId = null, ...others] = scope.tenants ?? [];
  return {
    ...scope,
    tenantId: others.length === 0 ? tenantId : null,
    canChange: isPermitted(caller, 'alerts.triage', heldBy(settings)),
  };
}

/** Whether a scope has the data of a tenant. */
export function mayAccess({ tenants }: Scope, tenantId: string): boolean {
  return tenants === null || tenants.includes(tenantId);
}

/**
 * The tenants to which a statement is restricted, of which one was asked for: null for all, undefined if none is
 * allowed.
 */
export function tenantsWithin({ tenants }: Scope, asked: string | null | undefined): Tenants | undefined {
  if (asked === null || asked === undefined) return tenants;
  // Tenants that are empty, too long or cannot be stored match no row.
  if (asked === '' || isLongerThan(asked, maxCharacters.tenantId) || !isStorableText(asked)) return undefined;
  return mayAccess({ tenants }, asked) ? [asked] : undefined;
}
