import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { evidenceResolvers } from './evidence/resolver.js';
import { Alert, Endpoint } from './evidence/types.js';
import { massChangeResolvers } from './guard/resolver.js';
import { historyResolvers } from './history/resolver.js';
import { itemReference, siteReference } from './items/loaders.js';
import { itemResolvers } from './items/resolver.js';
import { DriveSiteResolver } from './items/resolver-sites.js';
import { searchResolvers } from './search/resolver.js';
import { mirrorResolvers } from './site/resolver.js';
import { mirrorClientResolvers } from './site/resolver-clients.js';
import { MirrorItemResolver } from './site/resolver-items.js';
import { runReference, syncResolvers } from './sync/resolver.js';
import { followedSiteResolvers } from './sync/resolver-sites.js';
import { SyncedResolver } from './sync/resolver-subscription.js';

export const driveSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    ...syncResolvers,
    SyncedResolver,
    DriveSiteResolver,
    ...itemResolvers,
    ...evidenceResolvers,
    ...mirrorResolvers,
    ...searchResolvers,
    ...historyResolvers,
    ...massChangeResolvers,
    ...followedSiteResolvers,
    MirrorItemResolver,
    ...mirrorClientResolvers,
  ],
  entityStubs: [Alert, Endpoint],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@cost', '@listSize'],
  references: { DriveItem: itemReference, DriveSite: siteReference, DriveSyncRun: runReference },
});
