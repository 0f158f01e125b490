import { sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchRow,
  fetchRows,
  float8,
  nullable,
  rawQuery,
  text,
} from '../../../platform/database/statements/index.js';
import { document } from '../tables.js';

/**
 * Selects a string that identifies the state of all documents. It contains more than their versions, because after a
 * failover that loses a change, the next change has the same version, and may have the same time.
 */
export const storedState = cast(
  text,
  sql`(select coalesce(string_agg(concat_ws(' ', ${document.kind}, ${document.version}, ${document.changedAt}, ${document.digest}), ','
    order by ${document.kind}), '') from ${document})`,
);

/** Hash of the document's text. It distinguishes texts with the same version. Empty if the file is active. */
const digest = cast(text, sql`coalesce(${document.digest}::text, '')`);

/** Selects the string that identifies the state of all documents. */
export const selectState = fetchRow({}, () => rawQuery({ state: storedState }, (selected) => sql`select ${selected}`));

/** Selects all documents that have been edited at least once, each with {@link storedState}. */
export const selectDocuments = fetchRows({}, () =>
  rawQuery(
    {
      kind: document.kind,
      version: document.version,
      digest,
      text: document.text,
      changedAt: document.changedAt,
      changedBy: document.changedBy,
      state: storedState,
    },
    (selected) => sql`select ${selected} from ${document}`,
  ),
);

const documentColumns = {
  kind: text,
  version: bigint,
  digest: text,
  text: nullable(text),
  changedAt: float8,
  changedBy: text,
};

/**
 * Stores a document if its current version and digest are the expected ones, which are 0 and empty for a document that
 * was never edited. Otherwise returns no row.
 */
export const storeDocument = fetchRow(documentColumns, (parameters) =>
  rawQuery(
    { version: document.version },
    (selected) => sql`insert into ${document} (kind, version, text, changed_at, changed_by)
          select ${parameters.kind}, ${parameters.version} + 1, ${parameters.text}, ${parameters.changedAt}, ${parameters.changedBy}
            where ${parameters.version} = 0 or exists (select from ${document} where ${document.kind} = ${parameters.kind})
          on conflict (kind) do update set version = excluded.version, text = excluded.text,
            changed_at = excluded.changed_at, changed_by = excluded.changed_by
            where ${document.version} = ${parameters.version} and ${digest} = ${parameters.digest}
          returning ${selected}`,
  ),
);

/** Publishes the event that a document was replaced. */
export const publishDocument = execute(
  { kind: text },
  ({ kind }) => sql`insert into platform.event (type, data)
      values ('license-changes', jsonb_build_object('change', 'replaced', 'document', ${kind}))`,
);
