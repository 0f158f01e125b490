import { sql } from 'drizzle-orm';
import {
  bigint,
  execute,
  fetchRow,
  fetchRows,
  float8,
  nullable,
  rows,
  text,
  typed,
} from '../../../platform/database/statements/index.js';
import { document } from '../tables.js';

/**
 * A column that differs between all states of the documents. Versions alone do not: after a failover that loses a
 * change, the next one has the same version, and can have the same time.
 */
export const storedState = typed(
  text,
  sql`(select coalesce(string_agg(concat_ws(' ', ${document.kind}, ${document.version}, ${document.changedAt}, ${document.digest}), ','
    order by ${document.kind}), '') from ${document})`,
);

/** Hash of the text, which distinguishes texts with the same version; empty if the file is active. */
const digest = typed(text, sql`coalesce(${document.digest}::text, '')`);

/** The state of all documents. */
export const selectState = fetchRow({}, () => rows({ state: storedState }, (selected) => sql`select ${selected}`));

/** All documents that have been edited at least once, each with {@link storedState}. */
export const selectDocuments = fetchRows({}, () =>
  rows(
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

const stored = { kind: text, version: bigint, digest: text, text: nullable(text), changedAt: float8, changedBy: text };

/**
 * Stores a document if it still has this version and digest, which are 0 and empty if it was never edited. Returns no
 * row if it has another version or digest.
 */
export const storeDocument = fetchRow(stored, (parameters) =>
  rows(
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

/** Publishes that a document was replaced. */
export const publishDocument = execute(
  { kind: text },
  ({ kind }) => sql`insert into platform.event (type, data)
      values ('license-changes', jsonb_build_object('change', 'replaced', 'document', ${kind}))`,
);
