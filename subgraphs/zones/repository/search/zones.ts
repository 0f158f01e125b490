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
  readonly firstIngest: number;
  readonly lastIngest: number;
}

/** The columns of a zone, of a table called `zone`. */
export const zoneColumns = `zone.id, zone.name, zone.suffix, zone.domains::float8 as domains,
  zone.observations::float8 as observations, zone.first_ingest as "firstIngest", zone.last_ingest as "lastIngest"`;

/** The zones of one moment. */
export interface ZonesNow {
  /** The newest ingest of all; 0 where no zone is there. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone of this name, or (null) all zones by name, and the newest ingest: what a session that opens now may see. */
export async function selectZonesNow(sql: Executor, name: string | null): Promise<ZonesNow> {
  const [condition, parameters] = name === null ? ['', []] : ['where name = $1', [name.replaceAll('\0', '?')]];
  const zones = await runStatement<SearchZone & { watermark: number }>(
    sql,
    `select ${zoneColumns}, (select max(id) from zones.ingest) as watermark from zones.zone ${condition} order by name`,
    parameters,
  );
  return { watermark: zones[0]?.watermark ?? 0, zones };
}
