import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startParts } from '../../../command-line/rampart.js';
import type { RunningProcess } from '../../../command-line/running.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { systemClock } from '../../../platform/clock.js';
import { type Cluster, openCluster, openDatabase } from '../../../platform/database/index.js';
import { silentLog as log } from '../../../platform/log.js';
import { testConfiguration } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';
import { adminToken, inference } from './event-deployment.js';

/** A gateway that calls the domains over HTTP, on a PostgreSQL server that can be stopped. For one test. */
export interface DistributedPlatform {
  /** URL of the gateway. */
  readonly url: string;
  /** URL of the domains. */
  readonly domainsUrl: string;
  /** A token of an analyst of one tenant. */
  readonly analystToken: string;
  /** Starts another gateway and returns its URL. */
  anotherGateway(): Promise<string>;
  /** Opens an alert through the gateway and returns its id; undefined if it fails. */
  openAlert(tenantId: string): Promise<string | undefined>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
}

let hosts = 0;

export async function openDistributedPlatform(tenantId: string): Promise<DistributedPlatform> {
  const folder = temporaryFolder();
  const open = (): Promise<Cluster> =>
    openCluster({ directory: join(folder.path, 'cluster'), settings: { fsync: 'off' } });
  let cluster: Cluster | undefined = await open();
  const running: RunningProcess[] = [];
  onTestFinished(async () => {
    for (const rampart of running.toReversed()) await rampart.close();
    await cluster?.close();
    folder.remove();
  });
  const { socketFolder, user, password } = cluster.target;
  const environment: Record<string, string> = {
    DATABASE_URL: `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`,
    RAMPART_SERVER_DATA_DIR: folder.path,
    RAMPART_AUTH_ALERTS: 'token',
    RAMPART_AUTH_ADMIN_TOKEN: adminToken,
    RAMPART_CLUSTER_SHARED_SECRET: 'a-secret-of-gateway-and-subgraphs-in-this-test',
  };
  async function start(settings: Record<string, string>, only: readonly string[]): Promise<RunningProcess> {
    const configuration = testConfiguration({ ...environment, ...settings });
    const started = await startParts({ configuration, clock: systemClock, log }, only);
    running.push(started);
    return started;
  }
  const domains = await start({}, ['alerts', 'zones', 'licenses', 'drive']);
  await domains.jobsStarted;
  const addresses = domains.addresses.map(({ name, url }) => [
    `RAMPART_CLUSTER_${name.replace('-subgraph', '').toUpperCase()}_URL`,
    url,
  ]);
  async function startGateway(): Promise<string> {
    const gateway = await start(Object.fromEntries(addresses), ['gateway']);
    return gateway.addresses.find(({ name }) => name === 'rest')?.url ?? '';
  }
  const url = await startGateway();
  return {
    url,
    domainsUrl: domains.addresses[0]?.url ?? '',
    analystToken: await tokenOf(environment, tenantId),
    anotherGateway: startGateway,
    openAlert: (tenant) => openAlert(url, tenant),
    async stopDatabase() {
      await cluster?.close();
      cluster = undefined;
    },
    async startDatabase() {
      cluster = await open();
    },
  };
}

async function tokenOf(environment: Record<string, string>, tenantId: string): Promise<string> {
  const database = await openDatabase({ configuration: testConfiguration(environment), log });
  const tokens = new OperatorTokens({ database, clock: systemClock });
  const { token } = await tokens.create({ name: 'ana', role: 'analyst', tenantId });
  await database.close();
  return token;
}

async function openAlert(url: string, tenantId: string): Promise<string | undefined> {
  const query = 'mutation ($input: ImportInferencesInput!) { importInferences(input: $input) { results { alertId } } }';
  const { platform, prediction, ...fixture } = inference(tenantId, `host-${++hosts}`);
  const inferences = [{ ...fixture, platform: platform.toUpperCase(), prediction: prediction.toUpperCase() }];
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ query, variables: { input: { inferences } } }),
  });
  // The documented response.
  const body = (await response.json()) as {
    data?: { importInferences: { results: { alertId: string }[] } | null } | null;
  };
  return body.data?.importInferences?.results[0]?.alertId;
}
