import { recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import type { ConnectionRecord } from '../../../../platform/connection.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertStorableText, isStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../../dependencies.js';
import { type PageInput, pageByNumber, pageOf, startOf } from '../../pages.js';
import type { MassChangeFileRow, MassChangeRow } from '../repository/mass-changes.js';
import * as repository from '../repository/mass-changes.js';
import { allowedTransitions, isTransitionAllowed } from '../rules/states.js';
import type { MassChangeEffect, MassChangeState } from '../vocabulary.js';

export type { MassChangeFileRow, MassChangeRow };

/** Filter of mass changes by site and by states; null: any. */
export interface MassChangeFilter {
  readonly siteId: string | null;
  readonly states: readonly MassChangeState[] | null;
}

export type MassChangePage = ConnectionRecord<MassChangeRow> & { readonly filter: MassChangeFilter };

/**
 * A page of the mass changes, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listMassChanges(
  { database }: DriveDependencies,
  request: DriveRequest,
  { filter, page }: { filter: MassChangeFilter; page: PageInput },
): Promise<MassChangePage> {
  authorize(request.caller, 'drive.read');
  const found = await pageByNumber(page, {
    order: 'drive_mass_changes',
    async select(query) {
      if (!canMatch(filter)) return [];
      return await database.read(request, (sql) =>
        repository.selectMassChanges(sql, { ...parametersOf(filter), ...query }),
      );
    },
    numberOf: ({ id }) => id,
  });
  return { ...found, filter };
}

/**
 * The number of mass changes that match a filter.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countMassChanges(
  { database }: DriveDependencies,
  request: DriveRequest,
  filter: MassChangeFilter,
): Promise<number> {
  authorize(request.caller, 'drive.read');
  if (!canMatch(filter)) return 0;
  return (await database.read(request, (sql) => repository.countMassChanges(sql, parametersOf(filter)))).count;
}

function canMatch({ siteId }: MassChangeFilter): boolean {
  return siteId === null || isStorableText(siteId);
}

function parametersOf({ siteId, states }: MassChangeFilter) {
  return { siteId, states: states === null ? null : [...states] };
}

/**
 * The mass changes with these ids, in the same order; null for unknown ids.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function massChangesByIds(
  { database }: DriveDependencies,
  request: DriveRequest,
  ids: readonly number[],
): Promise<(MassChangeRow | null)[]> {
  authorize(request.caller, 'drive.read');
  const validIds = ids.filter((id) => Number.isSafeInteger(id));
  const rows = await database.read(request, (sql) => repository.selectMassChangesByIds(sql, { ids: validIds }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

export interface EffectCount {
  readonly effect: MassChangeEffect;
  readonly count: number;
}

/**
 * The number of affected files of each mass change, by effect.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function effectsOf(
  { database }: DriveDependencies,
  request: DriveRequest,
  ids: readonly number[],
): Promise<EffectCount[][]> {
  authorize(request.caller, 'drive.read');
  const rows = await database.read(request, (sql) => repository.countFiles(sql, { ids: [...ids] }));
  const byId = Map.groupBy(rows, ({ massChangeId }) => massChangeId);
  return ids.map((id) => byId.get(id) ?? []);
}

/**
 * The ids of the alerts of each mass change.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function alertIdsOf(
  { database }: DriveDependencies,
  request: DriveRequest,
  ids: readonly number[],
): Promise<string[][]> {
  authorize(request.caller, 'drive.read');
  const rows = await database.read(request, (sql) => repository.selectAlertIdsOf(sql, { ids: [...ids] }));
  const byId = Map.groupBy(rows, ({ massChangeId }) => massChangeId);
  return ids.map((id) => (byId.get(id) ?? []).map(({ alertId }) => alertId));
}

/**
 * A page of the affected files of a mass change, in the order of their changes.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function filesOf(
  { database }: DriveDependencies,
  request: DriveRequest,
  { id, page }: { id: number; page: PageInput },
): Promise<ConnectionRecord<MassChangeFileRow>> {
  authorize(request.caller, 'drive.read');
  const order = 'drive_mass_change_files';
  const start = startOf(page, { order, ids: 1, isInteger: true });
  const query = { id, afterChange: start?.value ?? 0, afterItemId: start?.ids[0] ?? '', limit: page.first + 1 };
  const rows = await database.read(request, (sql) => repository.selectFiles(sql, query));
  return pageOf(rows, page, ({ change, itemId }) => ({ order, value: change, ids: [itemId] }));
}

/**
 * Confirms, dismisses or resolves a mass change. A dismissed or resolved mass change no longer prevents the removal of
 * the site's local copy.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT if its current state does not allow the new
 * one; BAD_USER_INPUT for notes that are too long
 */
export async function changeMassChange(
  { database, clock }: DriveDependencies,
  request: DriveRequest,
  input: { id: number; state: MassChangeState; notes?: string | null | undefined },
): Promise<MassChangeRow> {
  authorize(request.caller, 'drive.guard');
  const { id, state } = input;
  assertStorableText('notes', input.notes, maxCharacters.notes);
  return await database.transaction(async (sql) => {
    const found = Number.isSafeInteger(id) ? await repository.lockMassChange(sql, { id }) : undefined;
    if (found === undefined) throw new DomainError('NOT_FOUND', `Mass change ${input.id} not found`);
    if (!isTransitionAllowed(found.state, state)) {
      const allowed = allowedTransitions[found.state].join(' or ') || 'none';
      const message = `Mass change ${id} is ${found.state} and cannot become ${state}; allowed states: ${allowed}`;
      throw new DomainError('CONFLICT', message, { reason: 'mass_change_state', state: found.state });
    }
    const [notes, now] = [input.notes ?? found.notes, clock.now() / 1000];
    const changed = await repository.setState(sql, { id, state, notes, actor: callerName(request.caller), now });
    await recordAudit(sql, request, {
      action: 'change.mass-change',
      object: [`mass-change:${id}`, `drive-site:${found.siteId}`],
      before: { state: found.state, notes: found.notes },
      after: { state, notes },
    });
    return changed;
  });
}
