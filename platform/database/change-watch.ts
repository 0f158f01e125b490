import { sql } from 'drizzle-orm';
import type { Sql } from 'postgres';
import type { JobDefinition } from '../jobs.js';
import { changeMark } from '../tables.js';
import type { Database } from './database.js';
import { SharedRun } from './shared-run.js';
import {
  array,
  bigint,
  cast,
  execute,
  fetchOne,
  integer,
  nullable,
  rawQuery,
  statement,
  text,
} from './statements/index.js';

/** Snapshot that precedes all transactions. */
const initialSnapshot = '1:1:';
const { domain, transaction } = changeMark;
/** Whether the row is the mark of the table's generation, and not of a change. */
const isGeneration = sql`${domain} = ''`;

const readChanges = fetchOne(
  statement({ since: text }, ({ since }) => {
    const snapshot = sql`${since}::pg_snapshot`;
    const isUnseen = sql`case when ${isGeneration} then false
      when ${domain} = '*' then ${transaction} >= pg_snapshot_xmin(${snapshot})::text::bigint
      else not pg_visible_in_snapshot(${transaction}::text::xid8, ${snapshot}) end`;
    return rawQuery(
      {
        snapshot: cast(text, sql`pg_current_snapshot()`),
        server: cast(text, sql`pg_postmaster_start_time()::text`),
        generation: cast(nullable(bigint), sql`(select ${transaction} from ${changeMark} where ${isGeneration})`),
        changed: cast(array(text), sql`array(select distinct ${domain} from ${changeMark} where ${isUnseen})`),
      },
      (columns) => sql`select ${columns}`,
    );
  }),
);

/** Marks the table with a random number, unless it is marked. */
const beginGeneration = execute(
  {},
  () => sql`insert into ${changeMark} (domain, process, transaction)
    values ('', 0, floor(random() * 9007199254740991)::bigint) on conflict do nothing`,
);

/**
 * Reads the marks that are not visible in a snapshot. After a crash, PostgreSQL empties the table of marks, because it
 * is unlogged; a table without a generation then gets a new one.
 */
async function readMarks(executor: Sql, since: string): Promise<Marks> {
  const marks = await readChanges(executor, { since });
  if (marks.generation !== null) return marks;
  await beginGeneration(executor);
  return await readChanges(executor, { since });
}

type Marks = Awaited<ReturnType<typeof readChanges>>;

/**
 * Detects committed changes of a domain's data. Triggers mark the transactions that change its tables, and each check
 * compares the marks with the PostgreSQL snapshot of the previous check, which is exact for any commit order
 * (docs/decisions/0064).
 */
export class ChangeWatch {
  readonly #versions = new Map<string, number>();
  #count = 0;
  /** Version of every domain without a change since all versions were last reset; undefined before the first check. */
  #base: number | undefined;
  #lastCheck: Pick<Marks, 'snapshot' | 'server' | 'generation'> = {
    ...{ snapshot: initialSnapshot, server: '', generation: null },
  };
  readonly #checks: SharedRun<void>;

  constructor({ reserved }: Pick<Database, 'reserved'>) {
    this.#checks = new SharedRun(() =>
      reserved.guard(async (sql) => this.#applyChanges(await readMarks(sql, this.#lastCheck.snapshot))),
    );
  }

  /**
   * Version of a domain's data at the last completed check: equal versions mean equal data. Undefined before the first
   * check. Data that is read after this call has this version or a later one.
   */
  version(domain: string): number | undefined {
    return this.#versions.get(domain) ?? this.#base;
  }

  /**
   * Checks for changes that were committed before this call. Concurrent callers share one statement.
   * @throws {DomainError} STORE_UNAVAILABLE; the versions then remain unchanged
   */
  check(): Promise<void> {
    return this.#checks.run();
  }

  #applyChanges({ changed, ...check }: Marks): void {
    const { server, generation } = this.#lastCheck;
    const isOther = check.server !== server || check.generation !== generation;
    this.#lastCheck = check;
    // Another server may lack commits of the previous one, and deleted or lost marks may be of any domain.
    if (isOther || changed.includes('*')) {
      this.#versions.clear();
      this.#base = ++this.#count;
      return;
    }
    for (const name of changed) this.#versions.set(name, ++this.#count);
  }
}

const maxMarks = 1000;

const sweep = execute(
  statement({ maxMarks: integer }, ({ maxMarks }) => {
    const ended = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
    return sql`with deleted as (
      delete from ${changeMark} where (${domain}, process) in (
        select ${domain}, process from ${changeMark} where ${domain} <> '*' and not ${isGeneration} and ${transaction} < ${ended}
          and (select count(*) from ${changeMark}) > ${maxMarks} for update skip locked
      ) returning transaction
    )
    insert into ${changeMark} as mark (domain, process, transaction)
    select '*', 0, max(transaction) from deleted having count(*) > 0
    on conflict (domain, process) do update set transaction = greatest(mark.transaction, excluded.transaction)`;
  }),
);

/**
 * Deletes marks of ended transactions if there are more than 1000 marks. This invalidates the stored responses of every
 * process once.
 */
export function sweepChangeMarks({ database }: { database: Database }): JobDefinition {
  return {
    name: 'platform.sweep-change-marks',
    cron: '37 * * * *',
    run: () => database.guard((sql) => sweep(sql, { maxMarks })),
  };
}
