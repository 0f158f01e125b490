import { defineSubgraph } from '../../platform/graph/index.js';
import type { AuditContext } from './context.js';
import { auditSubgraphSchema } from './schema.js';
import { AuditService } from './service.js';

/** The audit log in the graph. Domains write to it through the platform. */
export const auditSubgraph = defineSubgraph<AuditContext>({
  name: 'audit',
  isOfGateway: true,
  schema: auditSubgraphSchema,
  open: (platform) => ({ context: { service: new AuditService(platform) }, jobs: [] }),
});
