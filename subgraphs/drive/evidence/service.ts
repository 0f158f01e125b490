import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../platform/audit/index.js';
import { callerName } from '../../../platform/caller.js';
import { isLockTimeout } from '../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../platform/domain-error.js';
import { fieldSet } from '../../../platform/field-set.js';
import {
  assertBetween,
  assertStorableText,
  isStorableText,
  isUuid,
  maxCharacters,
} from '../../../platform/input-limits.js';
import { authorize } from '../../../platform/permissions/index.js';
import { quoted } from '../../../platform/quoted.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { type ItemField, type ItemFields, type ItemKey, itemsByKeys, keyOf } from '../items/index.js';
import type { EvidenceRecord } from './repository.js';
import * as evidence from './repository.js';
import type { LinkDriveEvidenceInput, UnlinkDriveEvidenceInput } from './types.js';

const maxPerEndpoint = 100;
const keyFields = fieldSet<ItemField>([]);

/**
 * Links an item to an alert as evidence, or replaces the notes of an existing link.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown item; BAD_USER_INPUT for an invalid alert
 * id or notes; CONFLICT while a site is being removed
 */
export async function linkEvidence(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: LinkDriveEvidenceInput,
): Promise<EvidenceRecord> {
  authorize(request.caller, 'drive.link');
  const { alertId, siteId, itemId, notes } = input;
  assertAlertId(alertId);
  assertStorableText('notes', notes, maxCharacters.notes);
  const [item] = await itemsByKeys(dependencies, request, { keys: [{ siteId, id: itemId }], fields: keyFields });
  const unknownItem = new DomainError('NOT_FOUND', `Drive item ${itemId} not found`);
  if (item === null || item === undefined) throw unknownItem;
  const now = dependencies.clock.now() / 1000;
  const link = { alertId, siteId, itemId, notes: notes ?? '', actor: callerName(request.caller), now };
  return await dependencies.database.transaction(async (sql) => {
    await blockRemovals(sql);
    const before = await evidence.lockEvidence(sql, link);
    const linkedEvidence = await evidence.upsertEvidence(sql, link);
    if (linkedEvidence === undefined) throw unknownItem; // Removed with its site in the meantime.
    const states = { before: stateOf(before), after: { notes: linkedEvidence.notes } };
    await recordAudit(sql, request, { action: 'link.evidence', object: objectsOf(link), ...states });
    return linkedEvidence;
  });
}

/**
 * Removes the evidence link between an item and an alert.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND if there is no such link; BAD_USER_INPUT for an invalid
 * alert id; CONFLICT while a site is being removed
 */
export async function unlinkEvidence(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: UnlinkDriveEvidenceInput,
): Promise<void> {
  authorize(request.caller, 'drive.link');
  assertAlertId(input.alertId);
  const isStorable = isStorableText(input.siteId) && isStorableText(input.itemId);
  const isRemoved =
    isStorable &&
    (await dependencies.database.transaction(async (sql) => {
      await blockRemovals(sql);
      const removed = await evidence.deleteEvidence(sql, input);
      if (removed === undefined) return false;
      const before = stateOf(removed);
      await recordAudit(sql, request, { action: 'unlink.evidence', object: objectsOf(input), before });
      return true;
    }));
  if (!isRemoved)
    throw new DomainError('NOT_FOUND', `Drive item ${input.itemId} is not linked to alert ${input.alertId}`);
}

/**
 * Prevents the removal of sites until the end of the transaction. Waits up to 5 seconds for a removal in progress,
 * because the removal of a large site takes minutes.
 * @throws {DomainError} CONFLICT if a site is being removed
 */
async function blockRemovals(sql: TransactionSql): Promise<void> {
  await evidence.limitLockWaits(sql, {});
  await evidence.blockRemovals(sql, {}).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
    throw new DomainError('CONFLICT', 'A document site is being removed: try again after its removal');
  });
  await evidence.endLockLimit(sql, {});
}

/**
 * The evidence links of each alert, oldest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function evidenceOfAlerts(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { alertIds, items }: { alertIds: readonly string[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  authorize(request.caller, 'drive.read');
  const validIds = alertIds.filter((id) => isUuid(id));
  const rows = await dependencies.database.read({ signal: request.signal, rows: validIds.length }, (sql) =>
    evidence.selectEvidenceOfAlerts(sql, { alertIds: validIds, items }),
  );
  const byAlert = Map.groupBy(rows, (row) => row.alertId);
  return alertIds.map((id) => byAlert.get(id.toLowerCase()) ?? []);
}

/**
 * The evidence links of each group of alerts, such as the alerts of an endpoint: newest first, at most `first` per
 * group.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT unless `first` is between 1 and 100
 */
export async function evidenceOfAlertGroups(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { groups, first, items }: { groups: readonly (readonly string[])[]; first: number; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  authorize(request.caller, 'drive.read');
  assertBetween({ name: 'first', value: first, min: 1, max: maxPerEndpoint });
  const members = groups.flatMap((ids, group) => ids.map((alertId) => ({ alertId, group })));
  const validMembers = members.filter(({ alertId }) => isUuid(alertId));
  const rows = await dependencies.database.read(request, (sql) =>
    evidence.selectEvidenceOfAlertGroups(sql, { members: validMembers, first, items }),
  );
  const byGroup = Map.groupBy(rows, (row) => row.group);
  return groups.map((_, group) => byGroup.get(group) ?? []);
}

/**
 * The evidence links of each item, oldest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function evidenceOfItems(
  dependencies: DriveDependencies,
  request: DriveRequest,
  { keys, items }: { keys: readonly ItemKey[]; items: ItemFields | undefined },
): Promise<EvidenceRecord[][]> {
  authorize(request.caller, 'drive.read');
  const rows = await dependencies.database.read(request, (sql) => evidence.selectEvidenceOfItems(sql, { keys, items }));
  const byItem = Map.groupBy(rows, ({ siteId, itemId }) => keyOf({ siteId, id: itemId }));
  return keys.map((key) => byItem.get(keyOf(key)) ?? []);
}

function objectsOf({ alertId, siteId, itemId }: UnlinkDriveEvidenceInput) {
  return [`alert:${alertId.toLowerCase()}`, `drive-item:${siteId}/${itemId}`] as const;
}

function stateOf(link: EvidenceRecord | undefined) {
  if (link === undefined) return null;
  const { notes, actor, linkedAtEpoch } = link;
  return { notes, actor, linkedAt: new Date(linkedAtEpoch * 1000).toISOString() };
}

function assertAlertId(alertId: string): void {
  if (isUuid(alertId)) return;
  throw invalidArgument('alertId', `alertId must be the UUID of an alert, but is ${quoted(alertId)}`);
}
