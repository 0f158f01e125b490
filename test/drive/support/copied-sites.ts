import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../../support/command-line.js';
import type { Faults, LifecycleEvent, RateLimit, SiteContent } from '../../support/document-site/index.js';
import { startServer } from '../../support/running-server.js';
import { administrator, type DriveWorld, driveWorld } from './drive-world.js';
import { faultyMirror } from './faulty-mirror.js';
import { startReceiver } from './receiver.js';
import { addLibrary, expectEqualContent, type Followed, fill, severalSites } from './several-sites.js';

/** The source of the copied sites, with faults. */
export interface FaultySource {
  readonly faults: Faults;
  /** Method and step of each request. */
  readonly requests: readonly string[];
  /** The quota of the application; undefined: unlimited. */
  quota: RateLimit | undefined;
  /** Simulates one hour of work. */
  work(): Promise<void>;
  /** Sends a notification about each subscription; returns the statuses of the responses. */
  notify(overrides: object): Promise<number[]>;
  /** Sends a lifecycle notification about each subscription; `subscriptionRemoved` also deletes the subscription. */
  notifyLifecycle(event: LifecycleEvent): Promise<number[]>;
}

const paths = ['/sites/finance', '/sites/legal'];

/** Three sites, their source, and an instance that copies them and follows nothing yet. */
export class CopiedSites {
  constructor(
    /** The sites after the first one of the simulator. */
    readonly others: readonly Pick<Followed, 'key' | 'siteId' | 'library'>[],
    readonly source: FaultySource,
    readonly copy: DriveWorld,
    private readonly first: Pick<DriveWorld, 'site' | 'clock'>,
  ) {}

  get all(): readonly { readonly siteId: string; readonly content: SiteContent }[] {
    const { siteId, content } = this.first.site;
    return [{ siteId, content }, ...this.others.map((other) => ({ ...other, content: other.library.content }))];
  }

  /** Adds a file to each site; returns the id that it has in the first one. */
  addFile(name: string): string {
    const [id = ''] = this.all.map(({ content }) => content.addFile(name, `content of ${name}`));
    return id;
  }

  /** Advances the clocks by an hour, and brings the changes of the sites to the source. */
  async bringChanges(): Promise<void> {
    for (const clock of new Set([this.first.clock, this.copy.clock])) clock.seconds += 3600;
    await this.source.work();
  }

  /** Simulates some hours of work on both instances. */
  async passHours(hours = 1): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      await this.bringChanges();
      await this.copy.runJob('drive.tick');
    }
  }

  /** Synchronizes each site of the copy, as an operator does to retry failed downloads. */
  async syncAll(): Promise<void> {
    const { signal } = new AbortController();
    await this.copy.service.syncDrive(administrator, { signal });
    for (const { key } of this.others) await this.copy.service.syncDrive(administrator, { signal, site: key });
  }

  async statuses() {
    const { service } = this.copy;
    return await service.readStatuses(administrator, await service.listSites(administrator));
  }

  /** Expects each copy to have the content of its site, byte for byte. */
  async expectEqual(): Promise<void> {
    for (const { siteId, content } of this.all) await expectEqualContent(this.copy, siteId, content);
  }
}

/** Sites that are copied from the simulated site itself. */
export async function simulatedSites(): Promise<CopiedSites> {
  const receiver = await startReceiver();
  const world = await driveWorld({
    RAMPART_DRIVE_NOTIFICATION_URL: receiver.url,
    RAMPART_DRIVE_LIFECYCLE_NOTIFICATION_URL: receiver.url,
  });
  receiver.serve(world);
  const { site } = world;
  fill(site.content, 'first');
  const others = paths.map((path) => addLibrary(site, path));
  const source: FaultySource = {
    faults: site.faults,
    get requests() {
      return site.requests.map(({ method, step }) => `${method} ${step}`);
    },
    get quota() {
      return site.rateLimit;
    },
    set quota(quota) {
      site.rateLimit = quota;
    },
    work: async () => undefined,
    notify: (overrides) => site.notify(overrides),
    notifyLifecycle: (event) => site.subscriptions.notifyLifecycle(event),
  };
  return new CopiedSites(others, source, world, world);
}

/** Sites that are copied from the mirror of another instance, which copies them from the simulated site. */
export async function mirroredSites(): Promise<CopiedSites> {
  const reachable = { RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'True' };
  const origin = await severalSites(paths, reachable);
  await origin.runJob('drive.tick');
  // A separate process serves the copied contents, and follows no site itself.
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
  const source = Object.assign(mirror, {
    async work() {
      await origin.runJob('drive.tick');
      await origin.runJob('drive.notify');
    },
    ...notificationsOf(origin),
  });
  return new CopiedSites(origin.followed, source, copy, origin);
}

/** Notifications in the name of a mirror. */
function notificationsOf({ test: { database } }: DriveWorld): Pick<FaultySource, 'notify' | 'notifyLifecycle'> {
  async function notify(overrides: object): Promise<number[]> {
    const subscriptions = await database.sql`
      select id, client_state as state, notification_url as url from drive.mirror_subscription`;
    const statuses: number[] = [];
    for (const { id, state, url } of subscriptions) {
      const body = JSON.stringify({ value: [{ subscriptionId: id, clientState: state, ...overrides }] });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      statuses.push(response.status);
    }
    return statuses;
  }
  return {
    notify,
    async notifyLifecycle(lifecycleEvent) {
      const statuses = await notify({ lifecycleEvent });
      if (lifecycleEvent === 'subscriptionRemoved') await database.sql`delete from drive.mirror_subscription`;
      return statuses;
    },
  };
}
