import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpServer } from '../../../gateway/index.js';
import { openDatabase } from '../../../platform/database/index.js';
import { silentLog as log } from '../../../platform/log.js';
import { driveSubgraph } from '../../../subgraphs/drive/index.js';
import { internalError, timeoutError } from '../../rest/support/failing-graph.js';
import { adminToken, analystToken, type serveServices } from '../../rest/support/serve-services.js';
import type { World } from '../../rest/support/world.js';
import { failingDomain, type GraphForm } from '../../support/graph-forms.js';
import { testConfiguration } from '../../support/index.js';
import type { Facts } from './contract-cases.js';
import {
  addClient,
  type FolderMirror,
  folderMirror,
  onFileEnd,
  requestToken,
  serveDrive,
  startReceiver,
} from './folder-mirror.js';

const dayMs = 86_400_000;

export interface ContractWorld {
  readonly servers: Readonly<Record<World, HttpServer>>;
  readonly graph: Parameters<typeof serveServices>[0]['graph'];
  readonly facts: Facts;
  readonly clock: FolderMirror['clock'];
}

/**
 * Mirrors of a folder with one file, one in each state of the service, and the objects that the documented cases need.
 */
export async function startContractWorld(deployment: GraphForm): Promise<ContractWorld> {
  const mirror = await folderMirror();
  const { platform, clock } = mirror;
  writeFileSync(join(mirror.folder, 'a.txt'), '0123456789');
  const unreachable = testConfiguration({ ...mirror.settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const unavailable = {
    ...platform,
    configuration: unreachable,
    database: await openDatabase({ configuration: unreachable, log }),
  };
  onFileEnd(() => unavailable.database.close());
  const domains = {
    working: await deployment(platform, [driveSubgraph]),
    detached: await deployment(unavailable, [driveSubgraph]),
    broken: await deployment(platform, [failingDomain(driveSubgraph, internalError)]),
    slow: await deployment(platform, [failingDomain(driveSubgraph, timeoutError)]),
  };
  for (const domain of Object.values(domains)) onFileEnd(() => domain.close());
  const { graph, started } = domains.working;
  await started;
  const servers = {
    working: await serveDrive(platform, domains.working),
    detached: await serveDrive(unavailable, domains.detached),
    broken: await serveDrive(platform, domains.broken),
    slow: await serveDrive(platform, domains.slow),
  };
  const facts = await prepareFacts(mirror, servers.working.url);
  return { servers, graph, facts, clock };
}

async function prepareFacts(mirror: FolderMirror, url: string): Promise<Facts> {
  const { clock } = mirror;
  const { siteId } = await mirror.scan();
  const { url: notificationUrl } = await startReceiver();
  const client = await addClient(mirror, 'reader');
  const send = async (path: string, init: RequestInit): Promise<Record<string, unknown>> =>
    (await (await fetch(url + path, init)).json()) as Record<string, unknown>; // Members are verified when they are used.
  const delta = await send(`/v1.0/sites/${siteId}/drive/root/delta`, {
    headers: { authorization: `Bearer ${await requestToken(url, client)}` },
  });
  const items = delta.value as { id: string; name: string }[]; // The documented format.
  clock.advance(91 * dayMs);
  const token = await requestToken(url, client);
  const expiry = new Date(clock.now() + dayMs).toISOString();
  const subscribe = async (): Promise<string> => {
    const body = { changeType: 'updated', notificationUrl, expirationDateTime: expiry };
    const created = await send('/v1.0/subscriptions', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, resource: `/sites/${siteId}/drive/root` }),
    });
    return String(created.id);
  };
  // The same network: for IPv6 addresses, the first 64 bits count.
  for (let index = 0; index < 30; index++)
    await requestToken(url, client, { fields: { client_secret: 'rdm_guess' }, from: `2001:db8::${index + 1}` });
  return {
    tokens: { client: token, administrator: adminToken, analyst: analystToken },
    client,
    fileId: items.find(({ name }) => name === 'a.txt')?.id ?? '',
    expiredToken: new URL(String(delta.deltaLink)).searchParams.get('token') ?? '',
    ...{ siteId, notificationUrl, expiry, busyAddress: '2001:db8::ffff' },
    subscriptionId: await subscribe(),
    spareSubscriptionId: await subscribe(),
  };
}
