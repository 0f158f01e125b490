import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { type Database, openDatabase } from '../../../../platform/database/index.js';
import { startJobWorker } from '../../../../platform/job-worker.js';
import { silentLog } from '../../../../platform/log.js';
import { createDriveService } from '../../../../subgraphs/drive/index.js';
import { DocumentSite, type SimulatedSubscription, SiteContent } from '../../../support/document-site/index.js';
import { openTestDatabase, type TestDatabase } from '../../../support/index.js';
import { temporaryFolder } from '../../../support/running-server.js';
import { administrator, start } from '../drive-world.js';

const processNames = ['command', 'server', 'second server'] as const;

export type ProcessName = (typeof processNames)[number];

export const clock = { now: () => start * 1000 };
export const log = silentLog;

/**
 * The parts that all runs of a model share, because creating them is slow: the site, the database, and a pool for each
 * process.
 */
export interface Environment {
  readonly site: DocumentSite;
  readonly test: TestDatabase;
  readonly pools: Readonly<Record<ProcessName, Database>>;
  /** Resets the state to a site that is not connected, or one that is connected and synced, with a subscription. */
  reset(state: 'unconnected' | 'followed'): Promise<void>;
}

/** Opens the environment for all tests of a file. */
export async function openEnvironment(): Promise<Environment> {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  const receiver = await startReceiver();
  const test = await openTestDatabase({
    ...site.environment,
    RAMPART_SERVER_DATA_DIR: folder.path,
    RAMPART_DRIVE_NOTIFICATION_URL: receiver.url,
    // The job that reads texts after each sync would multiply the number of orders.
    RAMPART_DRIVE_SEARCH_TEXTS: 'off',
    // A pool of this size has no separate connection for pipelined reads.
    RAMPART_DATABASE_POOL_SIZE: '5',
  });
  const { configuration } = test;
  const opened = processNames.map(async (name) => [name, await openDatabase({ configuration, log })] as const);
  const pools = Object.fromEntries(await Promise.all(opened)) as Environment['pools']; // One pool for each name. Only for the tables of the queue: the model runs the jobs itself.
  const worker = startJobWorker({ database: test.database, jobs: [], log });
  await worker.started;
  await worker.stop();
  const subscription = await followOnce({ site, test });
  afterAll(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    await site.close();
    await receiver.close();
    await test.close();
    folder.remove();
  });
  return {
    ...{ site, test, pools },
    async reset(state) {
      resetSite(site, state === 'followed' ? subscription : undefined);
      await test.database.sql.unsafe(state === 'followed' ? `${clearTables};${restoreTables}` : clearTables);
    },
  };
}

/** Tables in an order in which rows can be inserted. */
const tables = ['site', 'connection', 'sync_run', 'subscription', 'notification', 'item', 'change'];
const clearTables = [...tables, 'staged_item', 'receiver_count']
  .toReversed()
  .map((table) => `delete from drive.${table}`)
  .concat('delete from graphile_worker._private_jobs')
  .join(';');
const restoreTables = tables.map((table) => `insert into drive.${table} select * from followed.${table}`).join(';');

function resetSite(site: DocumentSite, subscription: SimulatedSubscription | undefined): void {
  site.content = new SiteContent();
  site.subscriptions.clear();
  site.subscriptions.aroundResponse = {};
  site.subscriptions.allowsEqual = false;
  site.faults.clear();
  site.requests.length = 0;
  if (subscription !== undefined) site.subscriptions.set(subscription.id, { ...subscription });
}

/** Follows the site, and records the content of the tables. */
async function followOnce({ site, test }: Pick<Environment, 'site' | 'test'>): Promise<SimulatedSubscription> {
  const { configuration, database } = test;
  const service = createDriveService({ configuration, database, clock, log });
  await service.connectDrive(administrator);
  await service.syncDrive(administrator, { signal: new AbortController().signal });
  await service.close();
  const copies = tables.map((table) => `create table followed.${table} as table drive.${table}`);
  await database.sql.unsafe(`create schema followed; ${copies.join(';')}`);
  const [subscription] = [...site.subscriptions.values()];
  if (subscription === undefined) throw new Error('the site has no subscription');
  return subscription;
}

/** Echoes validations. The model delivers notifications directly to the services. */
async function startReceiver(): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '/', 'http://receiver').searchParams.get('validationToken');
    response.writeHead(200, { 'content-type': 'text/plain' }).end(token);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return {
    url: `http://127.0.0.1:${port}/drive/notifications`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
