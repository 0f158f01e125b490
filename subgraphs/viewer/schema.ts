import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { ViewerResolver, viewerReference } from './resolver.js';

export const viewerSubgraphSchema = defineSubgraphSchema({
  resolvers: [ViewerResolver],
  references: { Viewer: viewerReference },
  federationDirectives: ['@key'],
});
