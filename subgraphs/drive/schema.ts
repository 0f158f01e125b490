import { defineSubgraphSchema } from '../../platform/graph/index.js';
import {
  AlertEvidenceResolver,
  DriveEvidenceResolver,
  EndpointEvidenceResolver,
  EvidenceMutationResolver,
  ItemEvidenceResolver,
} from './evidence/resolver.js';
import { Alert, Endpoint } from './evidence/types.js';
import { itemReference, siteReference } from './items/loaders.js';
import {
  DriveChangeResolver,
  DriveItemResolver,
  DriveItemVersionResolver,
  DriveSiteResolver,
} from './items/resolver.js';
import { DriveMirrorResolver, VersionDownloadResolver } from './site/resolver.js';
import {
  DriveStatusResolver,
  DriveSubscriptionResolver,
  DriveSyncMutationResolver,
  DriveSyncRunResolver,
  SiteSyncResolver,
} from './sync/resolver.js';

export const driveSchema = defineSubgraphSchema({
  resolvers: [
    DriveStatusResolver,
    DriveSyncRunResolver,
    DriveSubscriptionResolver,
    DriveSiteResolver,
    SiteSyncResolver,
    DriveItemResolver,
    ItemEvidenceResolver,
    DriveItemVersionResolver,
    VersionDownloadResolver,
    DriveChangeResolver,
    DriveEvidenceResolver,
    AlertEvidenceResolver,
    EndpointEvidenceResolver,
    EvidenceMutationResolver,
    DriveSyncMutationResolver,
    DriveMirrorResolver,
  ],
  foreignEntities: [Alert, Endpoint],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@cost', '@listSize'],
  references: { DriveItem: itemReference, DriveSite: siteReference },
});
