import { doublePrecision, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { alert, alertsSchema, bytewise, interfaceType } from '../tables.js';

/** Comments on alerts, with their latest text. Retention deletes them with their alert. */
export const alertComment = alertsSchema.table(
  'alert_comment',
  {
    id: uuid().primaryKey(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alert.id, { onDelete: 'cascade' }),
    tenantId: bytewise('tenant_id').notNull(),
    /** Id of the person who wrote the comment. `authorName` is the person's name at that time. */
    authorId: bytewise('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    /** Time of the last edit. Null: never edited. */
    editedAtEpoch: doublePrecision('edited_at'),
    version: integer().notNull(),
    body: text().notNull(),
    mentionIds: text('mention_ids').array().notNull(),
    mentionNames: text('mention_names').array().notNull(),
    via: interfaceType().notNull(),
  },
  (table) => [
    index('alert_comment_of_alert').on(table.alertId, table.createdAtEpoch, table.id),
    index('alert_comment_mentions').using('gin', table.mentionIds),
  ],
);

/** Previous texts of edited comments. Append-only. */
export const alertCommentVersion = alertsSchema.table(
  'alert_comment_version',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => alertComment.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    at: doublePrecision().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ name: 'alert_comment_version_key', columns: [table.commentId, table.version] })],
);
