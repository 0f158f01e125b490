export { appendPendingEntries } from './append.js';
export { groupsForEntries } from './bounded.js';
export {
  type AuditAction,
  type AuditObject,
  type AuditRequest,
  type AuditState,
  actorOf,
  callerId,
  onlyTenant,
  recordAudit,
  systemRequest,
} from './change.js';
export type { AuditEntry, ChainLink } from './entry.js';
export { type AuditFilter, auditBySequences, auditOfObjects, readAudit, scanAudit } from './read.js';
export { auditJobs, sweepAudit } from './retention.js';
export { SecurityAudit } from './security-audit.js';
export { verifyAudit } from './verify.js';
