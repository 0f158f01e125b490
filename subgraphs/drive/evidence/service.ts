import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { fieldSet } from '../../../platform/field-set.js';
import { assertMaxCharacters, maxCharacters } from '../../../platform/input-limits.js';
import { assertOperator, callerName } from '../authorisation.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { type ItemField, type ItemFields, type ItemKey, itemsByKeys, keyOf } from '../items/index.js';
import { isStorable } from '../network.js';
import {
  deleteEvidence,
  type EvidenceRecord,
  lockEvidence,
  selectEvidenceOfAlertGroups,
  selectEvidenceOfAlerts,
  selectEvidenceOfItems,
  upsertEvidence,
} from './repository.js';

const mostPerEndpoint = 100;
const keyOnly = fieldSet<ItemField>([]);
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface EvidenceInput {
  alertId: string;
  siteId: string;
  itemId: string;
}

/**
 * Links an item to an alert that it is evidence for.
 * @throws {DomainError} NOT_FOUND for an item that is not known, BAD_USER_INPUT for what no alert or note can be
 */
export async function linkEvidence(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: EvidenceInput & { notes?: string | null | undefined },
): Promise<EvidenceRecord> {
  assertOperator(request, 'change');
  const { alertId, siteId, itemId, notes } = input;
  assertAlertId(alertId);
  assertMaxCharacters('notes', notes, maxCharacters.notes);
  if (!isStorable(notes ?? '')) {
    throw new DomainError('BAD_USER_INPUT', 'notes contains characters that cannot be stored', { argument: 'notes' });
  }
  const [item] = await itemsByKeys(dependencies, request, { keys: [{ siteId, id: itemId }], fields: keyOnly });
  if (item === null || item === undefined) throw new DomainError('NOT_FOUND', `Drive item ${itemId} not found`);
  const now = dependencies.clock.now() / 1000;
  const link = { alertId, siteId, itemId, notes: notes ?? '', actor: callerName(request), now };
  return await dependencies.database.transaction(async (sql) => {
    const before = await lockEvidence(sql, link);
    const written = await upsertEvidence(sql, link);
    if (written === undefined) throw new Error('the link was not written'); // An upsert without a condition returns its row.
    const after = { notes: written.notes };
    await recordAudit(sql, request, {
      action: 'link.evidence',
      object: objectsOf(link),
      before: stateOf(before),
      after,
    });
    return written;
  });
}

/**
 * Removes such a link.
 * @throws {DomainError} NOT_FOUND when there is none
 */
export async function unlinkEvidence(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: EvidenceInput,
): Promise<void> {
  assertOperator(request, 'change');
  assertAlertId(input.alertId);
  const isPossible = isStorable(input.siteId) && isStorable(input.itemId);
  const isRemoved =
    isPossible &&
    (await dependencies.database.transaction(async (sql) => {
      const removed = await deleteEvidence(sql, input);
      if (removed === undefined) return false;
      const before = stateOf(removed);
      await recordAudit(sql, request, { action: 'unlink.evidence', object: objectsOf(input), before });
      return true;
    }));
  if (!isRemoved) throw new DomainError('NOT_FOUND', 'The item is not linked to the alert');
}

/** What is linked to each alert, the oldest first. */
export async function evidenceOfAlerts(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { alertIds, items }: { alertIds: readonly string[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  assertOperator(request);
  const possible = alertIds.filter((id) => uuidForm.test(id));
  const rows = await dependencies.database.read({ signal: request.signal, rows: possible.length }, (sql) =>
    selectEvidenceOfAlerts(sql, { alertIds: possible, items }),
  );
  const byAlert = Map.groupBy(rows, (row) => row.alertId);
  return alertIds.map((id) => byAlert.get(id.toLowerCase()) ?? []);
}

/**
 * What is linked to any alert of each group, such as the alerts of an endpoint: the newest link first, at most `first` each.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a number outside of 1 to 100
 */
export async function evidenceOfAlertGroups(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { groups, first, items }: { groups: readonly (readonly string[])[]; first: number; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  assertOperator(request);
  if (!Number.isInteger(first) || first < 1 || first > mostPerEndpoint) {
    throw new DomainError('BAD_USER_INPUT', `first must be between 1 and ${mostPerEndpoint}`, { argument: 'first' });
  }
  const members = groups.flatMap((ids, group) => ids.map((alertId) => ({ alertId, group })));
  const possible = members.filter(({ alertId }) => uuidForm.test(alertId));
  const rows = await dependencies.database.read(request, (sql) =>
    selectEvidenceOfAlertGroups(sql, { members: possible, first, items }),
  );
  const byGroup = Map.groupBy(rows, (row) => row.group);
  return groups.map((_, group) => byGroup.get(group) ?? []);
}

/** The alerts that each item is linked to, the oldest link first. */
export async function evidenceOfItems(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, items }: { keys: readonly ItemKey[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  assertOperator(request);
  const rows = await dependencies.database.read(request, (sql) => selectEvidenceOfItems(sql, { keys, items }));
  const byItem = Map.groupBy(rows, ({ siteId, itemId }) => keyOf({ siteId, id: itemId }));
  return keys.map((key) => byItem.get(keyOf(key)) ?? []);
}

function objectsOf({ alertId, siteId, itemId }: EvidenceInput) {
  return [`alert:${alertId.toLowerCase()}`, `drive-item:${siteId}/${itemId}`] as const;
}

function stateOf(link: EvidenceRecord | undefined) {
  if (link === undefined) return null;
  const { notes, actor, linkedAtEpoch } = link;
  return { notes, actor, linkedAt: new Date(linkedAtEpoch * 1000).toISOString() };
}

function assertAlertId(alertId: string): void {
  if (uuidForm.test(alertId)) return;
  throw new DomainError('BAD_USER_INPUT', 'alertId must be the UUID of an alert', { argument: 'alertId' });
}
