import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AuditResolver } from './resolver.js';

export const auditSchema = defineSubgraphSchema({
  resolvers: [AuditResolver],
  federationDirectives: ['@shareable', '@cost', '@listSize'],
});
