import { sql } from 'drizzle-orm';
import {
  bigint,
  execute,
  fetchRow,
  insertInto,
  integer,
  json,
  queryBuilder,
  rawQuery,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import type { ExportRequest } from './rules/request.js';
import { exportCheckpoint, zoneExport } from './tables.js';

const exportTypes = {
  ...{ id: uuid, owner: text, watermark: integer, request: json<ExportRequest>(), encoder: text },
  expiresAt: bigint,
};

export const insertExport = execute(exportTypes, (opened) => insertInto(zoneExport, opened));

/** An export that has not expired and belongs to this owner; undefined if there is none. */
export const selectExport = fetchRow({ id: uuid, owner: text, now: bigint }, ({ id, owner, now }) =>
  rawQuery(
    {
      watermark: zoneExport.watermark,
      // `insertExport` writes this type.
      request: sql<ExportRequest>`${zoneExport.request}`,
      ...{ encoder: zoneExport.encoder, expiresAt: zoneExport.expiresAt },
    },
    (columns) => sql`select ${columns} from ${zoneExport}
        where id = ${id} and owner = ${owner} and expires_at > ${now}`,
  ),
);

/** Deletes the exports that expired by `now`, in Unix epoch milliseconds. */
export const deleteExpiredExports = execute(
  { now: bigint },
  ({ now }) => sql`delete from ${zoneExport} where ${zoneExport.expiresAt} <= ${now}`,
);

/** Adds a checkpoint of an export, unless it exists. */
export const insertCheckpoint = execute(
  { exportId: uuid, bytes: bigint, after: text },
  ({ exportId, bytes, after }) => sql`insert into ${exportCheckpoint} (export_id, bytes, after)
      select id, ${bytes}, ${after} from ${zoneExport} where ${zoneExport.id} = ${exportId} on conflict do nothing`,
);

/** The last checkpoint of an export at or before this byte offset; undefined if there is none. */
export const selectCheckpoint = fetchRow({ exportId: uuid, offset: bigint }, ({ exportId, offset }) =>
  queryBuilder
    .select({ bytes: exportCheckpoint.bytes, after: exportCheckpoint.after })
    .from(exportCheckpoint)
    .where(sql`${exportCheckpoint.exportId} = ${exportId} and ${exportCheckpoint.bytes} <= ${offset}`)
    .orderBy(sql`${exportCheckpoint.bytes} desc`)
    .limit(1),
);
