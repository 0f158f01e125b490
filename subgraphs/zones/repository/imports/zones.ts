import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import type { ZoneRecord } from '../../records.js';

/** All zones, by name. */
export async function selectZones(sql: Executor): Promise<ZoneRecord[]> {
  return await runStatement(
    sql,
    `select name, domains::float8 as domains, observations::float8 as observations,
      to_timestamp(last_import_at / 1000.0) as "lastImportAt"
    from zones.zone order by name`,
  );
}
