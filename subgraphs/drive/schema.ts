import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { itemReference, siteReference } from './references.js';
import {
  AlertEvidenceResolver,
  DriveChangeResolver,
  DriveEvidenceResolver,
  DriveItemResolver,
  DriveItemVersionResolver,
} from './resolver-item.js';
import { DriveMirrorResolver } from './resolver-mirror.js';
import { DriveMutationResolver } from './resolver-mutation.js';
import { DriveSiteResolver } from './resolver-site.js';
import { DriveStatusResolver, DriveSubscriptionResolver, DriveSyncRunResolver } from './resolver-status.js';
import { Alert } from './types/index.js';

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
    DriveMutationResolver,
    DriveMirrorResolver,
  ],
  foreignEntities: [Alert],
  federationDirectives: ['@key', '@shareable', '@cost', '@listSize'],
  references: { DriveItem: itemReference, DriveSite: siteReference },
});
