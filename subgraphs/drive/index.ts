import { defineSubgraph } from '../../platform/graph/index.js';
import type { DriveContext } from './context.js';
import { syncEvents } from './events.js';
import { createArchiveDownloads } from './history/index.js';
import { driveNotifications } from './notifications.js';
import { driveSubgraphSchema } from './schema.js';
import { createDriveService } from './service.js';
import { createMirrorAuthenticator, createMirrorDownloads } from './site/index.js';

export { createDriveService, type DriveService, type RunRecord, SyncTrigger } from './service.js';

/** The drive domain: changes and files of document sites. */
export const driveSubgraph = defineSubgraph<DriveContext>({
  name: 'drive',
  schema: driveSubgraphSchema,
  notifications: driveNotifications,
  createAuthenticator: createMirrorAuthenticator,
  createDownloads(platform) {
    const [openFile, openArchive] = [createMirrorDownloads(platform), createArchiveDownloads(platform)];
    return async (ticket) => (await openFile(ticket)) ?? (await openArchive(ticket));
  },
  createEventTypes: () => [syncEvents],
  open(platform) {
    const { dependencies, jobs, start, close } = createDriveService(platform);
    return { context: { dependencies }, jobs, start, close };
  },
});
