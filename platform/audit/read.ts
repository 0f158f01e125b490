import { type Database, type Executor, runStatement, StatementParameters } from '../database/index.js';
import { boundedObject } from './bounded.js';
import { type AuditContent, type AuditEntry, contentColumns, entryColumns, storedColumns } from './entry.js';
import { sealAudit } from './seal.js';

/** Which entries; what is absent does not restrict. */
export interface AuditFilter {
  readonly actorKind?: string | null | undefined;
  /** Id or name of the actor. */
  readonly actor?: string | null | undefined;
  readonly action?: string | null | undefined;
  /** As `kind:id`. */
  readonly object?: string | null | undefined;
  readonly tenantId?: string | null | undefined;
  /** Unix epoch milliseconds, this moment included. */
  readonly since?: number | null | undefined;
  /** Unix epoch milliseconds, this moment excluded. */
  readonly until?: number | null | undefined;
}

export interface AuditPageQuery {
  readonly filter: AuditFilter;
  /** Only entries before this one (newest first) or after it (oldest first). */
  readonly from: number | null;
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
}

type Reading = Pick<Database, 'guard' | 'transaction'>;

/** A page of the chain, which holds every change that was committed before. */
export async function readAudit(database: Reading, query: AuditPageQuery): Promise<AuditEntry[]> {
  await sealAudit(database);
  return await database.guard((sql) => {
    const { text, parameters } = pageStatement(query);
    return runStatement<AuditEntry>(sql, text, parameters.values);
  });
}

const exportPage = 500;

/** Entries from the oldest on, a page of them in memory. */
export async function* walkAudit(database: Reading, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  for (let from: number | null = null; ; ) {
    const page = await readAudit(database, { filter, from, limit: exportPage, order: 'oldest-first' });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < exportPage) return;
    from = last.sequence;
  }
}

function pageStatement(query: AuditPageQuery): { text: string; parameters: StatementParameters } {
  const { filter, from, limit, order } = query;
  const parameters = new StatementParameters();
  const conditions: string[] = [];
  const add = (value: string | number | null | undefined, condition: (placeholder: string) => string): void => {
    if (value !== null && value !== undefined) conditions.push(condition(parameters.add(value)));
  };
  add(filter.actorKind, (kind) => `actor_kind = ${kind}`);
  add(filter.actor, (actor) => `(actor_id = ${actor} or actor_name = ${actor})`);
  add(filter.action, (action) => `action = ${action}`);
  add(filter.tenantId, (tenantId) => `tenant_id = ${tenantId}`);
  add(filter.since, (since) => `at >= ${since}::float8`);
  add(filter.until, (until) => `at < ${until}::float8`);
  const isDown = order === 'newest-first';
  add(from, (sequence) => `sequence ${isDown ? '<' : '>'} ${sequence}::bigint`);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const text = `select ${entryColumns} from ${rowsOf(filter.object, parameters)} entry ${where}
    order by sequence ${isDown ? 'desc' : ''} limit ${parameters.add(limit)}::int`;
  return { text, parameters };
}

/** All entries, or those of an object: few, which the index on objects finds, whatever PostgreSQL expects. */
function rowsOf(object: string | null | undefined, parameters: StatementParameters): string {
  if (object === null || object === undefined) return 'platform.audit_entry';
  const wanted = `array[${parameters.add(boundedObject(object))}::text]`;
  return `(select * from platform.audit_entry where objects @> ${wanted} offset 0)`;
}

const ofObject = 'objects @> array[asked.object] and action = any($2::text[])';
const historyText = `select asked.object, ${contentColumns}
  from unnest($1::text[]) asked (object) cross join lateral (
    select * from (
      (select true as is_pending, id as place, * from platform.audit_pending where ${ofObject} order by id desc limit $3::int)
      union all
      (select false, sequence, 0, ${storedColumns} from (
        select * from platform.audit_entry where ${ofObject} offset 0
      ) entry order by sequence desc limit $3::int)
    ) recorded order by is_pending desc, place desc limit $3::int
  ) found order by is_pending desc, place desc`;

/** What was done to objects by these actions, newest first, up to `limit` entries for each object, including entries that are not chained yet. */
export async function auditOfObjects(
  sql: Executor,
  query: { objects: readonly string[]; actions: readonly string[]; limit: number },
): Promise<(AuditContent & { object: string })[]> {
  return await runStatement(sql, historyText, [query.objects, query.actions, query.limit]);
}
