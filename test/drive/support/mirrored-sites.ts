import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../../support/command-line.js';
import { startServer } from '../../support/running-server.js';
import { administrator, type DriveWorld, driveWorld } from './drive-world.js';
import { type FaultyMirror, faultyMirror } from './faulty-mirror.js';
import { startReceiver } from './receiver.js';
import { expectTruth, severalSites } from './several-sites.js';

type Origin = Awaited<ReturnType<typeof severalSites>>;

/** Three sites, an instance that copies them, its mirror with faults, and an instance that copies the mirror. */
export class MirroredSites {
  constructor(
    readonly origin: Origin,
    readonly mirror: FaultyMirror,
    readonly copy: DriveWorld,
  ) {}

  get all(): readonly { readonly siteId: string; readonly content: DriveWorld['site']['content'] }[] {
    const { site, followed } = this.origin;
    return [
      { siteId: site.siteId, content: site.content },
      ...followed.map(({ siteId, library }) => ({ siteId, content: library.content })),
    ];
  }

  /** Adds a file to each site; returns the id that it has in the first one. */
  addFile(name: string): string {
    const [id = ''] = this.all.map(({ content }) => content.addFile(name, `content of ${name}`));
    return id;
  }

  /** Both instances do their work of some hours. */
  async passHours(hours = 1): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      for (const { clock } of [this.origin, this.copy]) clock.seconds += 3600;
      await this.origin.runJob('drive.tick');
      await this.copy.runJob('drive.tick');
    }
  }

  /** Synchronizes each site of the copy, as an operator does to retry failed downloads. */
  async syncAll(): Promise<void> {
    const { signal } = new AbortController();
    await this.copy.service.syncDrive(administrator, { signal });
    for (const { key } of this.origin.followed) await this.copy.service.syncDrive(administrator, { signal, site: key });
  }

  async statuses() {
    const { service } = this.copy;
    return await service.readStatuses(administrator, await service.listSites(administrator));
  }

  /** Expects each copy to have the content of its site, byte for byte. */
  async expectEqual(): Promise<void> {
    for (const { siteId, content } of this.all) await expectTruth(this.copy, siteId, content);
  }
}

/** The origin is copied; the copy has the settings of a client of the mirror, and follows nothing yet. */
export async function mirroredSites(): Promise<MirroredSites> {
  const reachable = { RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'True' };
  const origin = await severalSites(['/sites/finance', '/sites/legal'], reachable);
  await origin.runJob('drive.tick');
  // A process of its own serves the copied contents, and follows no site itself.
  const environment = {
    ...{ DATABASE_URL: origin.test.url, RAMPART_SERVER_DATA_DIR: origin.folder },
    ...{ RAMPART_SERVER_HOST: '127.0.0.1', ...reachable },
  };
  const server = await startServer(environment);
  onTestFinished(async () => {
    server.command.process.kill('SIGKILL');
    await server.command.result;
  });
  const added = await runCommand(['drive', 'clients', 'add', 'copy', '--json'], { environment });
  expect(added.code, added.errors).toBe(0);
  const client = JSON.parse(added.output);
  const mirror = await faultyMirror(server.addresses.rest ?? '');
  const receiver = await startReceiver();
  const copy = await driveWorld({
    ...{ RAMPART_DRIVE_AUTH_URL: mirror.url, RAMPART_DRIVE_GRAPH_URL: mirror.url, RAMPART_DRIVE_TENANT_ID: 'any' },
    ...{ RAMPART_DRIVE_CLIENT_ID: client.client_id, RAMPART_DRIVE_CLIENT_SECRET: client.client_secret },
    RAMPART_DRIVE_NOTIFICATION_URL: receiver.url,
  });
  receiver.serve(copy);
  // The tokens, links and subscriptions of the mirror expire by the clock of its process.
  for (const { clock } of [origin, copy]) clock.seconds = Date.now() / 1000;
  return new MirroredSites(origin, mirror, copy);
}
