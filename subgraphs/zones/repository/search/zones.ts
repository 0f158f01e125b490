import { type Executor, runStatement } from '../../../../platform/database/statement.js';

/** A zone as searches need it. */
export interface SearchZone {
  readonly id: number;
  readonly name: string;
  /** What follows a label to make a domain: `.com`; empty for the root. */
  readonly suffix: string;
  /** Now; for estimates. */
  readonly domains: number;
  /** Active pairs now; for estimates. */
  readonly observations: number;
}

const columns = 'id, name, suffix, domains::float8 as domains, observations::float8 as observations';

/** The newest ingest of all: what a session that opens now may see. */
export async function selectWatermark(sql: Executor): Promise<number> {
  const [row] = await runStatement<{ id: number }>(sql, 'select coalesce(max(id), 0) as id from zones.ingest');
  return row?.id ?? 0;
}

/** The zone of this name, or (null) all zones, by name; only those that were there at the watermark. */
export async function selectZonesAt(
  sql: Executor,
  { name, watermark }: { name: string | null; watermark: number },
): Promise<SearchZone[]> {
  const [condition, parameters] =
    name === null ? ['', [watermark]] : ['and name = $2', [watermark, name.replaceAll('\0', '?')]];
  return await runStatement(
    sql,
    `select ${columns} from zones.zone where first_ingest <= $1 ${condition} order by name`,
    parameters,
  );
}
