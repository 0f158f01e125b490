import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { DriveMutationResolver } from './resolver-mutation.js';
import { DriveStatusResolver, DriveSubscriptionResolver, DriveSyncRunResolver } from './resolver-status.js';

export const driveSchema = defineSubgraphSchema({
  resolvers: [DriveStatusResolver, DriveSyncRunResolver, DriveSubscriptionResolver, DriveMutationResolver],
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
