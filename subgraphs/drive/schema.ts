import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { itemReference, siteReference } from './references.js';
import {
  AlertEvidenceResolver,
  DriveChangeResolver,
  DriveEvidenceResolver,
  DriveItemResolver,
  DriveItemVersionResolver,
  EndpointEvidenceResolver,
} from './resolver-item.js';
import { DriveMirrorResolver } from './resolver-mirror.js';
import { DriveMutationResolver } from './resolver-mutation.js';
import { DriveSiteResolver } from './resolver-site.js';
import { DriveStatusResolver, DriveSubscriptionResolver, DriveSyncRunResolver } from './resolver-status.js';
import { Alert, Endpoint } from './types/index.js';

export const driveSchema = defineSubgraphSchema({
  resolvers: [
    DriveStatusResolver,
    DriveSyncRunResolver,
    DriveSubscriptionResolver,
    DriveSiteResolver,
    DriveItemResolver,
    DriveItemVersionResolver,
    DriveChangeResolver,
    DriveEvidenceResolver,
    AlertEvidenceResolver,
    EndpointEvidenceResolver,
    DriveMutationResolver,
    DriveMirrorResolver,
  ],
  foreignEntities: [Alert, Endpoint],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@cost', '@listSize'],
  references: { DriveItem: itemReference, DriveSite: siteReference },
});
