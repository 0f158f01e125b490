import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { assertStorableText, maxCharacters, maxItems } from '../../../../platform/input-limits.js';
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import type { IncidentStatus } from '../../vocabulary.js';
import type { IncidentRow, StoredIncident } from '../repository/incidents.js';
import { type ExpectedUpdate, isOutdated, roundedDate } from '../rules.js';
import type { AddIncidentCommentInput, AssignIncidentInput, UpdateIncidentInput } from '../types-changes.js';
import {
  addEntry,
  assertOwnerOf,
  assertTitle,
  audit,
  authorOf,
  lockIncident,
  ownerOf,
  readChangedIncident,
  storeChange,
} from './incident-changes.js';

/**
 * Sets the title or the status of an incident. A null or absent value leaves the stored one unchanged.
 * @throws {DomainError} NOT_FOUND; CONFLICT for an incident that was merged, or changed after the expected time;
 * BAD_USER_INPUT for an invalid title
 */
export async function updateIncident(request: AlertRequest, input: UpdateIncidentInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  if (input.title !== null && input.title !== undefined) assertTitle(input.title);
  return await request.store.transaction(async (sql) => {
    const incident = await lockIncident(sql, input.id, scope);
    const { id, title, status } = incident;
    const after = { title: input.title ?? title, status: input.status ?? status };
    assertCurrent(incident, input, { title: input.title ?? null, status: input.status ?? null, owner: null });
    if (after.title === title && after.status === status) return await readChangedIncident(sql, id);
    const at = await storeChange(sql, request, { incident, change: after, isTriage: true });
    const author = authorOf(request);
    if (after.title !== title) {
      await addEntry(sql, author, { incidentId: id, kind: 'title', at, before: title, after: after.title });
    }
    if (after.status !== status) {
      await addEntry(sql, author, { incidentId: id, kind: 'status', at, before: status, after: after.status });
    }
    await audit(sql, request, { action: 'update.incident', incidents: [incident], before: { title, status }, after });
    return await readChangedIncident(sql, id);
  });
}

/**
 * Sets the owner of an incident, or removes the owner if the id is null.
 * @throws {DomainError} NOT_FOUND; CONFLICT for an incident that was merged, or changed after the expected time;
 * BAD_USER_INPUT for a person who may not change alerts of the tenant
 */
export async function assignIncident(request: AlertRequest, input: AssignIncidentInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  const owner = await ownerOf(request, { ownerId: input.ownerId, scope });
  return await request.store.transaction(async (sql) => {
    const incident = await lockIncident(sql, input.id, scope);
    assertOwnerOf(owner, incident.tenantId);
    assertCurrent(incident, input, { title: null, status: null, owner: owner?.name ?? null });
    const { id, ownerId, ownerName } = incident;
    if (ownerId === (owner?.id ?? null)) return await readChangedIncident(sql, id);
    const change = { ownerId: owner?.id ?? null, ownerName: owner?.name ?? null };
    const at = await storeChange(sql, request, { incident, change, isTriage: true });
    const names = { before: ownerName, after: change.ownerName };
    await addEntry(sql, authorOf(request), { incidentId: id, kind: 'owner', at, ...names });
    const [before, after] = [{ owner: ownerId }, { owner: change.ownerId }];
    await audit(sql, request, { action: 'assign.incident', incidents: [incident], before, after });
    return await readChangedIncident(sql, id);
  });
}

/**
 * Adds a comment to the timeline of an incident.
 * @throws {DomainError} NOT_FOUND; CONFLICT for an incident that was merged; BAD_USER_INPUT for invalid input
 */
export async function addIncidentComment(request: AlertRequest, input: AddIncidentCommentInput): Promise<IncidentRow> {
  const scope = scopeOf(request, 'alerts.incidents');
  const { body } = input;
  assertStorableText('body', body, maxCharacters.comment);
  if (body.trim() === '') {
    throw invalidArgument('body', 'body is empty: write a comment');
  }
  return await request.store.transaction(async (sql) => {
    const incident = await lockIncident(sql, input.id, scope);
    const commentCount = incident.commentCount + 1;
    if (commentCount > maxItems.comments) {
      const message = `Incident ${incident.id} already has ${maxItems.comments} comments, the maximum: comment on one of its alerts`;
      throw new DomainError('BAD_USER_INPUT', message);
    }
    const at = await storeChange(sql, request, { incident, change: { commentCount } });
    await addEntry(sql, authorOf(request), { incidentId: incident.id, kind: 'comment', at, body });
    await audit(sql, request, { action: 'add.comment', incidents: [incident], after: { body } });
    return await readChangedIncident(sql, incident.id);
  });
}

interface Settings {
  readonly title: string | null;
  readonly status: IncidentStatus | null;
  readonly owner: string | null;
}

/**
 * Verifies that the title, status and owner were not set after the expected time.
 * @throws {DomainError} CONFLICT, with the stored and the requested values, if one of them was set later
 */
function assertCurrent(incident: StoredIncident, expected: ExpectedUpdate, yours: Settings): void {
  if (!isOutdated(expected, incident.triagedAtEpoch)) return;
  const { id, title, status, ownerName, updatedAtEpoch } = incident;
  const updatedAt = roundedDate(updatedAtEpoch).toISOString();
  const message = `The title, status or owner of incident ${id} was set after expectedUpdatedAt (${expected.expectedUpdatedAt?.toISOString()}): compare "theirs" with "yours" in this error, and repeat the change with the updatedAt of "theirs"`;
  throw new DomainError('CONFLICT', message, {
    id,
    theirs: { title, status: status.toUpperCase(), owner: ownerName, updatedAt },
    yours: { ...yours, status: yours.status?.toUpperCase() ?? null },
  });
}
