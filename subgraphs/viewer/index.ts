import type { RequestContext } from '../../platform/caller.js';
import { defineSubgraph, type Loaders } from '../../platform/graph/index.js';
import { viewerSubgraphSchema } from './schema.js';

/** The caller in the graph. Other subgraphs extend the type `Viewer`. */
export const viewerSubgraph = defineSubgraph<RequestContext & Loaders>({
  name: 'viewer',
  isOfGateway: true,
  schema: viewerSubgraphSchema,
  open: () => ({ context: {}, jobs: [] }),
});
