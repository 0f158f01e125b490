import { defineSubgraph } from '../../platform/graph/index.js';
import type { AccessContext } from './context.js';
import { accessSubgraphSchema } from './schema.js';
import { AccessService } from './service.js';

/** The access subgraph: operator tokens, sessions and people, for administrators. */
export const accessSubgraph = defineSubgraph<AccessContext>({
  name: 'access',
  isOfGateway: true,
  schema: accessSubgraphSchema,
  open: (platform) => ({ context: { service: new AccessService(platform) }, jobs: [] }),
});
