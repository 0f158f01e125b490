import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import { run, statement, text } from '../../../../platform/database/statements/index.js';
import { notification, subscription, syncRun } from '../tables.js';

const deleteStatements = [notification, subscription, syncRun].map((table) =>
  statement({ siteId: text }, ({ siteId }) => sql`delete from ${table} where ${table.siteId} = ${siteId}`),
);
const deleteMirrorSubscriptions = statement(
  { siteId: text },
  ({ siteId }) => sql`delete from drive.mirror_subscription where site_id = ${siteId}`,
);

/** Deletes the notifications, subscriptions and sync runs of a site, and the subscriptions of mirror clients to it. */
export async function deleteSyncRecords(executor: Executor, siteId: string): Promise<void> {
  for (const each of [...deleteStatements, deleteMirrorSubscriptions]) await run(executor, each, { siteId });
}
