import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/index.js';
import {
  array,
  bigint,
  byShape,
  cast,
  encodedFrom,
  fetchRows,
  float8,
  integer,
  optional,
  type Placeholders,
  rawQuery,
  run,
  statement,
  text,
  whereAll,
} from '../database/statements/index.js';
import { DomainError } from '../domain-error.js';
import { auditEntry, auditPending } from '../tables.js';
import { appendPendingEntries } from './append.js';
import { boundedObject } from './bounded.js';
import { type AuditEntry, contentOf, entryFields, entryRow, storedColumns } from './entry.js';
import { selectChain } from './verify.js';

/** Filter of audit entries; null and absent fields do not filter. */
export interface AuditFilter {
  readonly actorKind?: string | null | undefined;
  /** Id or name of the actor. */
  readonly actor?: string | null | undefined;
  readonly action?: string | null | undefined;
  /** Object of the change, as `kind:id`. */
  readonly object?: string | null | undefined;
  readonly tenantId?: string | null | undefined;
  /** Start of the period in Unix epoch milliseconds, inclusive. */
  readonly since?: number | null | undefined;
  /** End of the period in Unix epoch milliseconds, exclusive. */
  readonly until?: number | null | undefined;
}

interface AuditPageQuery {
  readonly filter: AuditFilter;
  /** Sequence number of the last entry of the previous page; null for the first page. */
  readonly from: number | null;
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
}

type Reading = Pick<Database, 'guard' | 'transaction'>;

/** Returns a page of audit entries, after appending all committed changes to the chain. */
export async function readAudit(database: Reading, query: AuditPageQuery): Promise<AuditEntry[]> {
  await appendPendingEntries(database);
  const { filter, from, limit } = query;
  return await database.guard((executor) =>
    run(executor, page(query), { ...criteriaOf(filter), from: from ?? undefined, limit }),
  );
}

const exportPage = 500;

/**
 * All matching entries, oldest first. One page is in memory at a time.
 * @param after sequence number of an entry, or 0; only later entries are returned
 * @throws {DomainError} NOT_FOUND if the log ends before the entry, as after the restoration of an older backup
 */
export async function* scanAudit(
  database: Reading,
  filter: AuditFilter,
  after: number | null = null,
): AsyncGenerator<AuditEntry> {
  for (let from = after; ; ) {
    const page: AuditEntry[] = await readAudit(database, { filter, from, limit: exportPage, order: 'oldest-first' });
    yield* page;
    if (page.length === 0 && from !== null) await assertNotAfterEnd(database, from);
    const last = page.at(-1);
    if (last === undefined || page.length < exportPage) return;
    from = last.sequence;
  }
}

async function assertNotAfterEnd(database: Reading, sequence: number): Promise<void> {
  const chain = await database.guard((executor) => selectChain(executor));
  if (chain === undefined || sequence <= chain.head) return;
  throw new DomainError(
    'NOT_FOUND',
    `the log ends at ${chain.head}, before ${sequence}: if an older backup was restored, continue after the last entry whose hash is unchanged`,
  );
}

const criteriaTypes = {
  ...{ actorKind: optional(text), actor: optional(text), action: optional(text), tenantId: optional(text) },
  ...{ object: optional(encodedFrom(text, boundedObject)), since: optional(float8), until: optional(float8) },
};

/** The fields of a filter that are neither null nor absent. */
function criteriaOf(filter: AuditFilter) {
  const parameters = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(parameters) as { [Name in keyof AuditFilter]: NonNullable<AuditFilter[Name]> }; // A subset of the fields of the filter.
}

const page = byShape(
  ({ filter, from, order }: AuditPageQuery) => `${order} ${from === null} ${Object.keys(criteriaOf(filter)).join(' ')}`,
  ({ filter, from, order }) =>
    statement({ ...criteriaTypes, from: optional(bigint), limit: integer }, (parameters) => {
      const isNewestFirst = order === 'newest-first';
      const { object, ...criteria } = criteriaOf(filter);
      const where = conditionsOf(criteria, parameters);
      if (from !== null) where.push(sql`${entryRow.sequence} ${isNewestFirst ? sql`<` : sql`>`} ${parameters.from}`);
      // An object has few entries. `offset 0` makes PostgreSQL use the index on objects regardless of its estimates.
      const ofObject = sql`(select * from ${auditEntry} where objects @> array[${parameters.object}] offset 0)`;
      return rawQuery(
        entryFields,
        (selected) => sql`select ${selected} from ${object === undefined ? sql`${auditEntry}` : ofObject} entry
        ${whereAll(where)} order by ${entryRow.sequence} ${isNewestFirst ? sql`desc` : sql``} limit ${parameters.limit}`,
      );
    }),
);

function conditionsOf(criteria: Omit<AuditFilter, 'object'>, parameters: Placeholders<typeof criteriaTypes>): SQL[] {
  const { actorKind, actorId, actorName, action, tenantId, at } = entryRow;
  const conditions = {
    actorKind: sql`${actorKind} = ${parameters.actorKind}`,
    actor: sql`(${actorId} = ${parameters.actor} or ${actorName} = ${parameters.actor})`,
    action: sql`${action} = ${parameters.action}`,
    tenantId: sql`${tenantId} = ${parameters.tenantId}`,
    since: sql`${at} >= ${parameters.since}`,
    until: sql`${at} < ${parameters.until}`,
  };
  return (Object.keys(criteria) as (keyof typeof conditions)[]).map((name) => conditions[name]); // The names of the conditions are the fields of the filter.
}

/** The entries of the chain with these sequence numbers, in any order. */
export const auditBySequences = fetchRows({ sequences: array(bigint) }, ({ sequences }) =>
  rawQuery(
    entryFields,
    (selected) => sql`select ${selected} from ${auditEntry} entry where ${entryRow.sequence} = any(${sequences})`,
  ),
);

const ofObject = sql`objects @> array[requested.object]`;

/**
 * The audited changes of these objects by these actions, newest first, at most `limit` per object. Includes changes
 * that are not yet chained.
 */
export const auditOfObjects = fetchRows(
  { objects: array(text), actions: array(text), limit: integer },
  ({ objects, actions, limit }) => {
    const where = sql`where ${ofObject} and action = any(${actions})`;
    return rawQuery(
      { object: cast(text, sql`requested.object`), ...contentOf(entryRow) },
      (selected) => sql`select ${selected}
        from unnest(${objects}) requested (object) cross join lateral (
          select * from (
            (select true as is_pending, id as place, * from ${auditPending} ${where} order by id desc limit ${limit})
            union all
            (select false, sequence, 0, ${storedColumns} from (
              select * from ${auditEntry} ${where} offset 0
            ) entry order by sequence desc limit ${limit})
          ) recorded order by is_pending desc, place desc limit ${limit}
        ) entry order by is_pending desc, place desc`,
    );
  },
);
