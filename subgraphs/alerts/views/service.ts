import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { callerId, recordAudit } from '../../../platform/audit/index.js';
import { callerName } from '../../../platform/caller.js';
import { epochSeconds } from '../../../platform/clock.js';
import { violatedConstraint } from '../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../platform/domain-error.js';
import { isUuid, maxItems } from '../../../platform/input-limits.js';
import { quoted } from '../../../platform/quoted.js';
import { canAccess, permittedTenants, type Scope, scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import {
  countViews,
  deleteDefault,
  deleteViewRow,
  insertView,
  lockView,
  selectView,
  selectViews,
  updateViewRow,
  upsertDefault,
  type ViewReader,
  type ViewRow,
} from './repository.js';
import { viewName, viewParameters } from './rules.js';
import type { CreateAlertViewInput, UpdateAlertViewInput } from './types.js';

/** A view, and whether the caller may change and delete it. */
export type View = ViewRow & { readonly canChange: boolean };

/** The views of the caller and those shared with the caller, each sorted by name. */
export async function listViews(request: AlertRequest): Promise<View[]> {
  const reader = readerOf(request);
  const found = await request.store.run((sql) => selectViews(sql, reader));
  return found.map((row) => ({ ...row, canChange: isChangeable(request, row) }));
}

/**
 * Saves a view.
 * @throws {DomainError} FORBIDDEN to share a view without the permission; BAD_USER_INPUT for invalid input, more views
 * than permitted, or a tenant that the caller may not access; CONFLICT if a view with this name exists
 */
export async function createView(request: AlertRequest, input: CreateAlertViewInput): Promise<View> {
  const reader = readerOf(request);
  const { isShared } = input;
  const name = viewName(input.name);
  const parameters = viewParameters(input.parameters);
  const tenantId = isShared ? sharedTenant(scopeOf(request, 'alerts.share-views'), input.tenantId) : null;
  const scope = { ownerId: reader.personId, isShared, tenantId };
  const id = randomUUID();
  return await saveView(request, name, async (sql) => {
    if ((await countViews(sql, scope)) >= maxItems.views) {
      throw new DomainError(
        'BAD_USER_INPUT',
        isShared
          ? `The maximum of ${maxItems.views} views shared with the same people is reached: delete one of them first`
          : `You already have ${maxItems.views} views that are not shared, the maximum: delete one of them first`,
      );
    }
    const at = epochSeconds(request.clock);
    await insertView(sql, { id, ...scope, ownerName: callerName(request.caller), name, parameters, at });
    const after = { name, parameters, isShared };
    await recordAudit(sql, request, { action: 'create.view', object: `view:${id}`, tenantId, after });
    return await readView(request, sql, id);
  });
}

/**
 * Changes the name or the parameters of a view. Omitted values are unchanged.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for a shared view if the caller may not share views; BAD_USER_INPUT for
 * invalid values; CONFLICT if another view has the name
 */
export async function updateView(request: AlertRequest, input: UpdateAlertViewInput): Promise<View> {
  const reader = readerOf(request);
  const name = input.name == null ? undefined : viewName(input.name);
  const parameters = input.parameters == null ? undefined : viewParameters(input.parameters);
  return await saveView(request, name ?? '', async (sql) => {
    const view = await requireChangeableView(request, sql, { ...reader, id: input.id });
    const { id, tenantId } = view;
    const before = { name: view.name, parameters: view.parameters };
    const after = { name: name ?? view.name, parameters: parameters ?? view.parameters };
    await updateViewRow(sql, { id, ...after, at: epochSeconds(request.clock) });
    await recordAudit(sql, request, { action: 'update.view', object: `view:${id}`, tenantId, before, after });
    return await readView(request, sql, id);
  });
}

/**
 * Deletes a view. People who use it as their default view no longer have a default view.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for a shared view if the caller may not share views
 */
export async function deleteView(request: AlertRequest, id: string): Promise<string> {
  const reader = readerOf(request);
  return await request.store.transaction(async (sql) => {
    const { name, parameters, tenantId, ...view } = await requireChangeableView(request, sql, { ...reader, id });
    await deleteViewRow(sql, { id: view.id });
    const before = { name, parameters };
    await recordAudit(sql, request, { action: 'delete.view', object: `view:${view.id}`, tenantId, before });
    return view.id;
  });
}

/**
 * Sets the default view of the caller, with which the caller's list of alerts opens; null removes the default view.
 * @throws {DomainError} NOT_FOUND for an unknown view
 */
export async function setDefaultView(request: AlertRequest, id: string | null | undefined): Promise<View | null> {
  const reader = readerOf(request);
  const { personId } = reader;
  return await request.store.transaction(async (sql) => {
    const view = id == null ? null : await requireView(sql, { ...reader, id });
    await (view === null ? deleteDefault(sql, { personId }) : upsertDefault(sql, { personId, id: view.id }));
    const object = view === null ? (`person:${personId}` as const) : (`view:${view.id}` as const);
    await recordAudit(sql, request, { action: 'set.default-view', object, tenantId: view?.tenantId ?? null });
    return view === null ? null : await readView(request, sql, view.id);
  });
}

function readerOf(request: AlertRequest): ViewReader {
  const { tenants } = scopeOf(request, 'alerts.views');
  return { personId: callerId(request.caller), tenants };
}

function sharedTenant(scope: Scope, requested: string | null | undefined): string | null {
  if (requested == null) {
    const [onlyTenant = null, ...others] = scope.tenants ?? [];
    if (others.length === 0) return onlyTenant;
    throw invalidArgument(
      'tenantId',
      'tenantId is required to share a view, because you have a role for several tenants: use one of them',
    );
  }
  if (permittedTenants(scope, requested) === undefined) {
    throw invalidArgument(
      'tenantId',
      `You may not share views in the tenant ${quoted(requested)}: use one of your tenants`,
    );
  }
  return requested;
}

/**
 * Whether the caller may change a view: the caller's own view, or a shared view of a tenant for which the caller may
 * share views.
 */
function isChangeable(request: AlertRequest, { isShared, tenantId }: ViewRow): boolean {
  if (!isShared) return true;
  const scope = sharingScope(request);
  return scope !== undefined && (tenantId === null ? scope.tenants === null : canAccess(scope, tenantId));
}

function sharingScope(request: AlertRequest): Scope | undefined {
  try {
    return scopeOf(request, 'alerts.share-views');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'FORBIDDEN') return undefined;
    throw error;
  }
}

async function requireView(sql: TransactionSql, query: ViewReader & { id: string }): Promise<ViewRow> {
  const view = isUuid(query.id) ? await lockView(sql, query) : undefined;
  if (view === undefined) throw new DomainError('NOT_FOUND', `View ${query.id} not found`);
  return view;
}

async function requireChangeableView(
  request: AlertRequest,
  sql: TransactionSql,
  query: ViewReader & { id: string },
): Promise<ViewRow> {
  const view = await requireView(sql, query);
  if (!isChangeable(request, view)) scopeOf(request, 'alerts.share-views');
  return view;
}

async function readView(request: AlertRequest, sql: TransactionSql, id: string): Promise<View> {
  const row = await selectView(sql, { ...readerOf(request), id });
  if (row === undefined) throw new DomainError('NOT_FOUND', `View ${id} not found`);
  return { ...row, canChange: isChangeable(request, row) };
}

const nameConstraints = ['alert_view_own_name', 'alert_view_shared_name'];

async function saveView(
  request: AlertRequest,
  name: string,
  work: (sql: TransactionSql) => Promise<View>,
): Promise<View> {
  try {
    return await request.store.transaction(work);
  } catch (error) {
    if (!nameConstraints.includes(violatedConstraint(error) ?? '')) throw error;
    throw new DomainError('CONFLICT', `A view is already named ${quoted(name)}: choose another name`);
  }
}
