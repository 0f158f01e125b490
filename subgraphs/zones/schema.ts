import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { ImportResolver, ZoneResolver } from './resolver-imports.js';

export const zonesSchema = defineSubgraphSchema({
  resolvers: [ZoneResolver, ImportResolver],
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
