import type { Sql } from 'postgres';

export interface DossierRow {
  alertId: string;
  analyst: string;
  summary: string;
  openedEpoch: number;
  pages: number;
}

/**
 * Reads dossiers in one statement for all alerts of a page. Rampart's subgraph and the handwritten handler both use it.
 */
export async function selectDossiers(sql: Sql, alertIds: readonly string[]): Promise<DossierRow[]> {
  return await sql.unsafe<DossierRow[]>(dossiersText, [alertIds as string[]], { prepare: true });
}

/** Converts the column values of the dossier statement to a row object. */
export function dossierOfRow([alertId, analyst, summary, openedEpoch, pages]: readonly unknown[]) {
  return { alertId, analyst, summary, openedEpoch, pages };
}

export const dossiersText = `select alert_id as "alertId", analyst, summary, opened as "openedEpoch", pages
  from benchmark.dossier where alert_id = any($1::uuid[])`;

/** Creates a dossier for every alert. */
export async function createDossiers(sql: Sql): Promise<void> {
  await sql`create schema benchmark`;
  await sql`create table benchmark.dossier (alert_id uuid primary key, analyst text not null, summary text not null,
    opened float8 not null, pages int not null)`;
  await sql`insert into benchmark.dossier
    select id, 'analyst-' || (abs(hashtext(id::text)) % 20), 'Background of ' || endpoint_id, created_at,
      1 + abs(hashtext(endpoint_id)) % 9
    from alerts.alert`;
  await sql`analyze benchmark.dossier`;
}
