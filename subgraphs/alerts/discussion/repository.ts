import { eq, getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  byShape,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  float8,
  insertInto,
  integer,
  queryBuilder,
  type RowOf,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { alert, interfaceType } from '../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../tenants.js';
import { alertComment, alertCommentVersion } from './tables.js';

const commentCountOfAlert = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ id: uuid, added: integer, ...tenantTypes(query) }, (parameters) =>
    rawQuery(
      { tenantId: alert.tenantId, commentCount: alert.commentCount },
      (columns) => sql`update ${alert} set comment_count = comment_count + ${parameters.added}
        where ${alert.id} = ${parameters.id} ${restrictToTenants(alert, query, parameters)} returning ${columns}`,
    ),
  ),
);

/**
 * Adds `added` (0 for an edit) to the comment count of an alert, and locks the alert until the end of the transaction.
 * A trigger records an event about the alert. Returns undefined if the alert does not exist, or the caller may not read
 * it.
 */
export const addToCommentCount = fetchRow(commentCountOfAlert);

const mentionTypes = { mentionIds: array(text), mentionNames: array(text) };

/** Stores a comment. */
export const insertComment = execute(
  {
    ...{ id: uuid, alertId: uuid, tenantId: text, authorId: text, authorName: text, body: text, at: float8 },
    ...{ ...mentionTypes, via: enumeration(interfaceType) },
  },
  ({ at, ...values }) => insertInto(alertComment, { ...values, createdAtEpoch: at, version: sql`1` }),
);

const columns = getTableColumns(alertComment);

const commentById = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ id: uuid, ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(columns)
      .from(alertComment)
      .where(sql`${alertComment.id} = ${parameters.id} ${restrictToTenants(alertComment, query, parameters)}`),
  ),
);

export type CommentRow = RowOf<ReturnType<typeof commentById>>;

/** One comment; undefined if it does not exist, or the caller may not read it. */
export const selectComment = fetchRow(commentById);

const commentsOfAlerts = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select(columns)
      .from(alertComment)
      .where(
        sql`${alertComment.alertId} = any(${parameters.ids}) ${restrictToTenants(alertComment, query, parameters)}`,
      )
      .orderBy(alertComment.createdAtEpoch, alertComment.id),
  ),
);

/** The comments on the given alerts, oldest first. */
export const selectComments = fetchRows(commentsOfAlerts);

/** Replaces the text and mentions of a comment. Returns undefined if the comment does not exist. */
export const updateComment = fetchRow({ id: uuid, body: text, at: float8, ...mentionTypes }, (parameters) =>
  rawQuery(
    columns,
    (selected) => sql`update ${alertComment} set body = ${parameters.body}, version = version + 1,
        edited_at = greatest(${parameters.at}, coalesce(edited_at, created_at)),
        mention_ids = ${parameters.mentionIds}, mention_names = ${parameters.mentionNames}
      where ${alertComment.id} = ${parameters.id} returning ${selected}`,
  ),
);

/** Stores the current text of a comment in its history, before an edit. */
export const storeVersion = execute(
  { id: uuid },
  (parameters) => sql`insert into ${alertCommentVersion} (comment_id, version, at, body)
      select id, version, coalesce(edited_at, created_at), body from ${alertComment} where id = ${parameters.id}`,
);

const versions = byShape(tenantsShape, (query: TenantFilter) => {
  const { commentId, version, at, body } = alertCommentVersion;
  return statement({ ids: array(uuid), ...tenantTypes(query) }, (parameters) =>
    queryBuilder
      .select({ commentId, version, at, body })
      .from(alertCommentVersion)
      .innerJoin(alertComment, eq(alertComment.id, commentId))
      .where(sql`${commentId} = any(${parameters.ids}) ${restrictToTenants(alertComment, query, parameters)}`)
      .orderBy(commentId, version),
  );
});

export type VersionRow = RowOf<ReturnType<typeof versions>>;

/** The previous texts of the given comments, oldest first. */
export const selectVersions = fetchRows(versions);
