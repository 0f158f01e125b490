import type { Sql } from 'postgres';

export interface DossierRow {
  alertId: string;
  analyst: string;
  summary: string;
  openedEpoch: number;
  pages: number;
}

/** One statement for all alerts of a page; our subgraph and the hand-written handler both send it. */
export async function selectDossiers(sql: Sql, alertIds: readonly string[]): Promise<DossierRow[]> {
  return await sql.unsafe<DossierRow[]>(dossiersText, [alertIds as string[]], { prepare: true });
}

/** A row of this text from the values of its columns. */
export function dossierOfRow([alertId, analyst, summary, openedEpoch, pages]: readonly unknown[]) {
  return { alertId, analyst, summary, openedEpoch, pages };
}

export const dossiersText = `select alert_id as "alertId", analyst, summary, opened as "openedEpoch", pages
  from benchmark.dossier where alert_id = any($1::uuid[])`;

/** A dossier for every alert. */
export async function createDossiers(sql: Sql): Promise<void> {
  await sql`create schema benchmark`;
  await sql`create table benchmark.dossier (alert_id uuid primary key, analyst text not null, summary text not null,
    opened float8 not null, pages int not null)`;
  await sql`insert into benchmark.dossier
    select id, 'analyst-' || (abs(hashtext(id::text)) % 20), 'What is known about ' || endpoint_id, created_at,
      1 + abs(hashtext(endpoint_id)) % 9
    from alerts.alert`;
  await sql`analyze benchmark.dossier`;
}
