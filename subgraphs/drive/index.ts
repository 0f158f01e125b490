import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { syncEvents } from './authorisation.js';
import { createDriveContext } from './context.js';
import { driveSchema } from './schema.js';
import { createDriveService } from './service.js';
import { createMirrorAuthenticator, createMirrorDownloads } from './site/index.js';

export { createDriveService, type DriveService, type RunRecord, SyncTrigger } from './service.js';

/** The drive domain: changes and files of document sites. */
export const driveSubgraph: SubgraphDefinition = {
  name: 'drive',
  printTypeDefs: driveSchema.printTypeDefs,
  createAuthenticator: createMirrorAuthenticator,
  createDownloads: createMirrorDownloads,
  createEventTypes: () => [syncEvents],
  create(platform) {
    const service = createDriveService(platform);
    const typeDefs = driveSchema.printTypeDefs();
    return {
      name: 'drive',
      typeDefs,
      schema: driveSchema.build(typeDefs),
      createContext: (request) => createDriveContext(service.dependencies, request),
      jobs: service.jobs,
      start: service.start,
      close: service.close,
    };
  },
};
