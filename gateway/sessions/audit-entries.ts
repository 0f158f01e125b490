import { type AuditRequest, onlyTenant, recordAudit } from '../../platform/audit/index.js';
import type { Executor } from '../../platform/database/index.js';
import type { SessionRow } from './repository.js';

/** Records the end of sessions that were revoked together in one audit log entry; records nothing for an empty list. */
export async function auditRevocations(sql: Executor, by: AuditRequest, rows: readonly SessionRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const object = rows.map(({ id }) => `session:${id}` as const);
  const tenantId = onlyTenant(...rows.map(({ tenants }) => tenants));
  await recordAudit(sql, by, { action: 'revoke.session', object, tenantId, before: auditDetails(first) });
}

export function auditDetails({ name, role, tenants, sourceAddress, expiresAt }: SessionRow) {
  return { name, role, tenants, sourceAddress, expiresAt: new Date(expiresAt).toISOString() };
}
