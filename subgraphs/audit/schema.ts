import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AuditResolver, auditEntryReference } from './resolver.js';

export const auditSubgraphSchema = defineSubgraphSchema({
  resolvers: [AuditResolver],
  references: { AuditEntry: auditEntryReference },
  federationDirectives: ['@key', '@shareable', '@cost', '@listSize'],
});
