import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { ImportResolver, ZoneResolver } from './resolver-imports.js';
import { RdapResolver } from './resolver-rdap.js';

export const zonesSchema = defineSubgraphSchema({
  resolvers: [ZoneResolver, ImportResolver, RdapResolver],
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
