import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { callerId, recordAudit } from '../../../platform/audit/index.js';
import { callerName } from '../../../platform/caller.js';
import { epochSeconds } from '../../../platform/clock.js';
import { DomainError, invalidArgument } from '../../../platform/domain-error.js';
import { assertMaxItems, assertStorableText, isUuid, maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { quoted } from '../../../platform/quoted.js';
import { scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import { type Person, peopleNamedIn } from '../people/index.js';
import { alertNotFound, assertPossibleId } from '../triage/index.js';
import {
  addToCommentCount,
  type CommentRow,
  insertComment,
  selectComment,
  selectComments,
  selectVersions,
  storeVersion,
  updateComment,
  type VersionRow,
} from './repository.js';
import { mentionsIn } from './rules.js';

export type { CommentRow, VersionRow } from './repository.js';

/** Maximum number of people whose names are compared with the text after an @. */
const maxCandidates = 1000;

/**
 * Adds a comment to an alert.
 * @throws {DomainError} NOT_FOUND; BAD_USER_INPUT for a text that is empty, too long or cannot be stored, too many
 * mentions, or an alert with the maximum number of comments
 */
export async function addComment(request: AlertRequest, input: { alertId: string; body: string }): Promise<CommentRow> {
  const { tenants } = scopeOf(request, 'alerts.discuss');
  assertBody(input.body);
  await assertPossibleId(request, input.alertId);
  return await request.store.transaction(async (sql) => {
    const found = await addToCommentCount(sql, { id: input.alertId, tenants, added: 1 });
    if (found === undefined) throw alertNotFound(input.alertId);
    if (found.commentCount > maxItems.comments) {
      throw new DomainError(
        'BAD_USER_INPUT',
        `An alert can have at most ${maxItems.comments} comments: edit one of your comments`,
      );
    }
    const { tenantId } = found;
    const id = randomUUID();
    const { mentions, ...mentioned } = await mentionsOf(request, sql, { text: input.body, tenantId });
    await insertComment(sql, {
      ...{ id, alertId: input.alertId, tenantId, body: input.body, at: epochSeconds(request.clock), ...mentioned },
      ...{ authorId: callerId(request.caller), authorName: callerName(request.caller), via: request.via },
    });
    const object = [`alert:${input.alertId.toLowerCase()}`, `comment:${id}`] as const;
    const after = { body: input.body, mentions: mentions.map((person) => person.id) };
    await recordAudit(sql, request, { action: 'add.comment', object, tenantId, after });
    return await requireComment(sql, { id, tenants });
  });
}

/**
 * Replaces the text of a comment of the caller, and stores the previous text as a version.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for a comment of another person; BAD_USER_INPUT as for {@link addComment},
 * or if the comment already has the maximum number of edits
 */
export async function editComment(request: AlertRequest, input: { id: string; body: string }): Promise<CommentRow> {
  const { tenants } = scopeOf(request, 'alerts.discuss');
  const { id, body } = input;
  assertBody(body);
  return await request.store.transaction(async (sql) => {
    const { alertId } = await requireComment(sql, { id, tenants });
    // Locks the alert, and with it its comments.
    await addToCommentCount(sql, { id: alertId, tenants, added: 0 });
    const comment = await requireComment(sql, { id, tenants });
    assertEditable(request, comment);
    const { tenantId } = comment;
    const { mentions: _, ...mentioned } = await mentionsOf(request, sql, { text: body, tenantId });
    await storeVersion(sql, { id });
    const edited = await updateComment(sql, { id, body, at: epochSeconds(request.clock), ...mentioned });
    const object = [`alert:${alertId}`, `comment:${comment.id}`] as const;
    await recordAudit(sql, request, {
      ...{ action: 'edit.comment', object, tenantId },
      ...{ before: { body: comment.body }, after: { body } },
    });
    return edited ?? comment;
  });
}

/** For each alert, its comments, oldest first. */
export async function commentsOf(request: AlertRequest, ids: readonly string[]): Promise<CommentRow[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) => selectComments(sql, { ids, tenants }));
  const byAlert = Map.groupBy(rows, (row) => row.alertId);
  return ids.map((id) => byAlert.get(id) ?? []);
}

/** For each comment, its previous texts, oldest first. */
export async function versionsOf(request: AlertRequest, ids: readonly string[]): Promise<VersionRow[][]> {
  const { tenants } = scopeOf(request);
  const rows = await request.store.read(request, (sql) => selectVersions(sql, { ids, tenants }));
  const byComment = Map.groupBy(rows, (row) => row.commentId);
  return ids.map((id) => byComment.get(id) ?? []);
}

function assertBody(body: string): void {
  assertStorableText('body', body, maxCharacters.comment);
  if (body.trim() !== '') return;
  throw invalidArgument('body', 'body is empty: write a comment');
}

function assertEditable(request: AlertRequest, { authorId, authorName, version }: CommentRow): void {
  if (authorId !== callerId(request.caller)) {
    throw new DomainError('FORBIDDEN', `The comment belongs to ${quoted(authorName)}: only its author may edit it`);
  }
  if (version > maxItems.edits) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `A comment can be edited at most ${maxItems.edits} times: add another comment`,
    );
  }
}

async function requireComment(
  sql: TransactionSql,
  query: { id: string; tenants: readonly string[] | null },
): Promise<CommentRow> {
  const comment = isUuid(query.id) ? await selectComment(sql, query) : undefined;
  if (comment === undefined) throw new DomainError('NOT_FOUND', `Comment ${query.id} not found`);
  return comment;
}

async function mentionsOf(
  request: AlertRequest,
  sql: TransactionSql,
  { text, tenantId }: { text: string; tenantId: string },
): Promise<{ mentions: Person[]; mentionIds: string[]; mentionNames: string[] }> {
  const mentionedPeople = await peopleNamedIn(request, sql, { text, tenantId, first: maxCandidates });
  const mentions = mentionsIn(text, mentionedPeople);
  assertMaxItems('mentions', mentions, maxItems.mentions);
  return { mentions, mentionIds: mentions.map(({ id }) => id), mentionNames: mentions.map(({ name }) => name) };
}
