import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { localRequest } from '../../../platform/caller.js';
import { systemClock } from '../../../platform/clock.js';
import { runJobNow } from '../../../platform/jobs.js';
import { notificationSources } from '../../../subgraphs/index.js';
import { createRule } from '../../../subgraphs/notifications/administration/service/change-rules.js';
import { notificationDependencies } from '../../../subgraphs/notifications/service.js';
import { createZoneService } from '../../../subgraphs/zones/index.js';
import { createBlocker } from '../../faults/support/blocker.js';
import { startReceiver } from '../../notifications/support/receiver.js';
import { freePort } from '../../support/free-port.js';
import { openDatabaseForTest, testPlatform } from '../../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/running-server.js';
import { startCzds } from './czds.js';
import { zoneText } from './import-world.js';
import { type nameServers, startNameServer, transferKey } from './name-server.js';

const administrator = { ...localRequest, requestId: 'test' };
export const adminToken = 'the-administrator-of-these-very-tests';
const czdsAccount = { name: 'ada@acme.example', password: 'p' };

/** Names that are registered together on the second day. */
const bulkNames = Array.from({ length: 6 }, (_, index) => `secure-login-${index} ns1.host.`);

/** A day of a zone with other names each day. From the second day on, some imitate the brand. */
function dayOf(zone: string, serial: number, ...imitations: string[]): string {
  const names = Array.from({ length: 50 }, (_, index) => `name-${index + serial} ns1.host.`);
  const delegations = serial === 1 ? names : [...names, ...bulkNames, ...imitations.map((each) => `${each} ns1.host.`)];
  return `${zoneText(zone, [...new Set(delegations)], serial)}${zone}.\t3600\tin\tns\tns1.host.\n`;
}

/** Two zones with their sources, a receiver of notifications, and processes that are killed. */
export async function twoDaysWorld(primary: (typeof nameServers)[number]) {
  const opened = await openDatabaseForTest({ RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });
  const { sql } = opened.database;
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const source = await startNameServer(primary, { name: 'one', algorithm: 'hmac-sha256' }, dayOf('one', 1));
  const czds = await startCzds({ ...czdsAccount, clock: systemClock });
  czds.publish('two', gzipSync(dayOf('two', 1)), Date.now() - 90_000_000);
  const [dnsPort, resolverPort] = [await freePort(), await freePort()];
  const environment = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    ...{ RAMPART_AUTH_ADMIN_TOKEN: adminToken, RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' },
    RAMPART_ZONES_SOURCES: `one=axfr://${transferKey.name}@127.0.0.1:${source.port},two=czds`,
    RAMPART_ZONES_TSIG_KEYS: `${transferKey.name}:${transferKey.secret}`,
    ...{ RAMPART_ZONES_CZDS_URL: czds.url, RAMPART_ZONES_CZDS_AUTH_URL: czds.url },
    ...{ RAMPART_ZONES_CZDS_USERNAME: czdsAccount.name, RAMPART_ZONES_CZDS_PASSWORD: czdsAccount.password },
    RAMPART_ZONES_ALERT_TENANT: 'acme',
    RAMPART_CLUSTER_SHARED_SECRET: 's'.repeat(32),
    ...{ RAMPART_DNS_PORT: String(dnsPort), RAMPART_DNS_POLICY_ZONES: 'local.example' },
    RAMPART_DNS_SECONDARIES: `local.example=127.0.0.1:${resolverPort}`,
  };
  let server: RunningServer | undefined;
  onTestFinished(() => void server?.command.process.kill('SIGKILL'));

  async function start(): Promise<RunningServer> {
    server = await startServer(environment);
    return server;
  }
  async function kill(): Promise<void> {
    server?.command.process.kill('SIGKILL');
    expect((await server?.command.result)?.signal).toBe('SIGKILL');
    await sql`update notifications.queue set leased_until = 0`;
  }
  /** Makes pulls, messages and alerts that would be due within minutes due immediately. */
  async function runNow(): Promise<void> {
    await sql`update zones.source set next_attempt_at = least(next_attempt_at, 1), downloaded_at = 1`;
    await sql`update notifications.queue set retry_at = 0`;
    await sql`update zones.brand_alert set at = at - 200000 where alert_id is null`;
  }
  /** Runs these jobs of the zones domain until a step is done. */
  async function until(jobs: readonly string[], step: () => Promise<unknown>, expected: unknown): Promise<void> {
    const runJobsAndRead = async () => {
      for (const job of jobs.map((each) => `zones.${each}`)) {
        await opened.database.transaction((blockerSql) =>
          runJobNow(blockerSql, { name: job, payload: {}, key: `${job} of the test` }),
        );
      }
      return await step();
    };
    await expect.poll(runJobsAndRead, { timeout: 60_000, interval: 200 }).toEqual(expected);
  }
  const platform = testPlatform(opened, { clock: systemClock });
  return {
    ...{ sql, receiver, environment, dnsPort, resolverPort, start, kill, runNow, until },
    service: createZoneService(platform),
    /** Blocks jobs by a lock. */
    blockJobs: (statement: string) => createBlocker(opened.database, statement),
    async notify(): Promise<void> {
      await createRule(notificationDependencies({ ...platform, notificationSources }), administrator, {
        ...{ name: 'r', kinds: ['brand.hit', 'alert.opened'], target: 'webhook', address: `${receiver.url}/hook` },
      });
    },
    async publishSecondDay(): Promise<void> {
      await source.load(dayOf('one', 2, 'acmebnk'), 2);
      czds.publish('two', gzipSync(dayOf('two', 2, 'acmebamk')), Date.now() - 3_600_000);
    },
    async publishThirdDay(): Promise<void> {
      await source.load(dayOf('one', 3, 'acmebnk', 'acmebakn'), 3);
    },
    /** The notifications by the ids of their messages. Each can be received more than once (at-least-once delivery). */
    notified(): string[] {
      const byId = receiver.requests.map(({ headers, body }) => {
        const { type, data } = JSON.parse(body) as { type: string; data: Record<string, string> };
        return [headers['webhook-id'], `${type} ${data.domain ?? data.endpoint ?? ''}`] as const;
      });
      return [...new Map(byId).values()].toSorted();
    },
  };
}
