import type { JobDefinition } from '../../../platform/jobs.js';
import type { SiteDependencies } from './dependencies.js';
import { scanFolder } from './folder/scan-folder.js';
import { runScan, scanJobName } from './folder/serve-folder.js';
import { sweepMirrorSubscriptions } from './repository/subscriptions.js';
import { addMirrorClient, issueMirrorToken, listMirrorClients, removeMirrorClient } from './service/clients.js';
import { notifyJobName, notifySubscribers } from './service/notify.js';

export { watchFolder } from './folder/serve-folder.js';
export type { MirrorClientRecord } from './repository/clients.js';
export { createCallbackSender } from './service/callbacks.js';
export { createMirrorAuthenticator } from './service/clients.js';
export { createMirrorDownloads, type DownloadPlatform, signTicket, verifyTicket } from './service/downloads.js';
export { notifySubscribers } from './service/notify.js';

export const siteOperations = {
  addMirrorClient,
  listMirrorClients,
  removeMirrorClient,
  issueMirrorToken,
  scanFolder,
};

export function siteJobs(dependencies: SiteDependencies): JobDefinition[] {
  const { database, clock } = dependencies;
  return [
    { name: scanJobName, cron: '* * * * *', run: (_payload, signal) => runScan(dependencies, signal) },
    { name: notifyJobName, cron: '* * * * *', run: () => notifySubscribers(dependencies) },
    {
      name: 'drive.sweep-mirror-subscriptions',
      cron: '47 * * * *',
      deletesHistory: true,
      run: () => database.guard((sql) => sweepMirrorSubscriptions(sql, { now: clock.now() / 1000 })),
    },
  ];
}
