import { type AuditEntry, type AuditFilter, scanAudit } from '../../../platform/audit/index.js';
import type { Database } from '../../../platform/database/index.js';

/** All entries that match, oldest first. */
export async function auditEntries(database: Database, filter: AuditFilter = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of scanAudit(database, filter)) entries.push(entry);
  return entries;
}
