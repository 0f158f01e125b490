import { defineSubgraphSchema } from '../../platform/graph/index.js';
import {
  AlertEvidenceResolver,
  DriveEvidenceResolver,
  EndpointEvidenceResolver,
  EvidenceMutationResolver,
  ItemEvidenceResolver,
} from './evidence/resolver.js';
import { Alert, Endpoint } from './evidence/types.js';
import {
  MassChangeConnectionResolver,
  MassChangeFileResolver,
  MassChangeMutationResolver,
  MassChangeResolver,
} from './guard/resolver.js';
import {
  ArchiveMutationResolver,
  DriveTreeEntryResolver,
  DriveTreeResolver,
  SiteTreeResolver,
} from './history/resolver.js';
import { itemReference, siteReference } from './items/loaders.js';
import {
  DriveChangeResolver,
  DriveItemConnectionResolver,
  DriveItemResolver,
  DriveItemVersionResolver,
} from './items/resolver.js';
import { DriveSiteResolver } from './items/resolver-sites.js';
import {
  DriveSearchConnectionResolver,
  DriveSearchResolver,
  DriveTextResolver,
  ItemTextResolver,
} from './search/resolver.js';
import { DriveMirrorResolver, VersionDownloadResolver } from './site/resolver.js';
import { MirrorClientConnectionResolver, MirrorClientResolver } from './site/resolver-clients.js';
import { MirrorItemResolver } from './site/resolver-items.js';
import {
  DriveStatusResolver,
  DriveSubscriptionResolver,
  DriveSyncMutationResolver,
  DriveSyncRunConnectionResolver,
  DriveSyncRunResolver,
  runReference,
  SiteSyncResolver,
} from './sync/resolver.js';
import { FollowedSiteMutationResolver, FollowedSiteResolver } from './sync/resolver-sites.js';
import { SyncedResolver } from './sync/resolver-subscription.js';

export const driveSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    DriveStatusResolver,
    DriveSyncRunResolver,
    SyncedResolver,
    DriveSyncRunConnectionResolver,
    DriveSubscriptionResolver,
    DriveSiteResolver,
    SiteSyncResolver,
    DriveItemResolver,
    DriveItemConnectionResolver,
    ItemEvidenceResolver,
    DriveItemVersionResolver,
    VersionDownloadResolver,
    DriveChangeResolver,
    DriveSearchResolver,
    DriveSearchConnectionResolver,
    ItemTextResolver,
    DriveTextResolver,
    SiteTreeResolver,
    DriveTreeResolver,
    DriveTreeEntryResolver,
    ArchiveMutationResolver,
    MassChangeResolver,
    MassChangeConnectionResolver,
    MassChangeFileResolver,
    MassChangeMutationResolver,
    DriveEvidenceResolver,
    AlertEvidenceResolver,
    EndpointEvidenceResolver,
    EvidenceMutationResolver,
    DriveSyncMutationResolver,
    FollowedSiteResolver,
    FollowedSiteMutationResolver,
    DriveMirrorResolver,
    MirrorItemResolver,
    MirrorClientResolver,
    MirrorClientConnectionResolver,
  ],
  entityStubs: [Alert, Endpoint],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@cost', '@listSize'],
  references: { DriveItem: itemReference, DriveSite: siteReference, DriveSyncRun: runReference },
});
