import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localRequest } from '../../platform/caller.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { createDriveService, SyncTrigger } from '../../subgraphs/drive/index.js';
import { type Rampart, startRampart } from '../rampart.js';
import type { RampartOptions } from '../running.js';

const siteHostname = 'documents.example';
const sitePath = '/sites/security';

/** A second instance that serves a sample folder as a document site. */
export interface SampleSite {
  readonly rampart: Rampart;
  readonly url: string;
  readonly folder: string;
  /** Settings of an instance that follows the site. */
  readonly drive: Partial<Configuration['drive']>;
}

/** Starts the site on a free port, with its data below `demoFolder`. */
export async function startSampleSite(options: RampartOptions, demoFolder: string): Promise<SampleSite> {
  const folder = join(demoFolder, 'documents');
  writeSampleFolder(folder);
  const { configuration: demoConfiguration } = options;
  const drive = {
    ...demoConfiguration.drive,
    graphUrl: '',
    folder,
    siteHostname,
    sitePath,
    notificationsAllowPrivate: true,
  };
  const configuration: Configuration = {
    ...demoConfiguration,
    drive,
    dns: { ...demoConfiguration.dns, policyZones: [] },
    server: {
      ...demoConfiguration.server,
      host: '127.0.0.1',
      port: 0,
      publicUrl: '',
      dataDir: join(demoFolder, 'document-site'),
    },
    licenses: { ...demoConfiguration.licenses, host: '127.0.0.1', port: 0, tls: 'off' },
  };
  mkdirSync(configuration.server.dataDir, { mode: 0o711 });
  const rampart = await startRampart({ ...options, configuration });
  const url = rampart.addresses.find(({ name }) => name === 'rest')?.url ?? '';
  const service = createDriveService({ ...options, configuration, database: rampart.database });
  try {
    // A queue that is being created accepts no jobs yet.
    await rampart.jobsStarted;
    await service.scanFolder({ trigger: SyncTrigger.REQUEST });
    const { client, secret } = await service.addMirrorClient(localRequest, { name: 'demo' });
    const address = { authUrl: url, graphUrl: url, tenantId: 'demo', siteHostname, sitePath, folder: '' };
    return { rampart, url, folder, drive: { ...address, clientId: client.id, clientSecret: secret } };
  } catch (error) {
    await rampart.close();
    throw error;
  } finally {
    await service.close();
  }
}

/** Connects an instance to its site and synchronizes once. Its job worker must be running. */
export async function syncSampleSite(options: RampartOptions & Pick<Rampart, 'database'>): Promise<number> {
  const service = createDriveService(options);
  try {
    await service.connectDrive(localRequest);
    await service.syncDrive(localRequest, { signal: new AbortController().signal });
    return (await service.readStatus(localRequest)).counts.files;
  } finally {
    await service.close();
  }
}

/** Writes the sample documents to a folder. */
export function writeSampleFolder(folder: string): void {
  for (const kind of ['incident', 'playbook', 'report']) {
    mkdirSync(join(folder, `${kind}s`), { recursive: true });
    for (let number = 1; number <= 20; number++) {
      const title = `${kind[0]?.toUpperCase()}${kind.slice(1)} ${number}`;
      const text = `# ${title}\n\nSample ${kind} document ${number}.\n`;
      writeFileSync(join(folder, `${kind}s`, `${kind}-${String(number).padStart(2, '0')}.md`), text);
    }
  }
}
