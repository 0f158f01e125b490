import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Caller } from '../../../platform/caller.js';
import type { DomainError } from '../../../platform/domain-error.js';
import type { Platform } from '../../../platform/subgraph.js';
import type { Tier } from '../../../subgraphs/zones/accounts/vocabulary.js';
import type { RegistryNetwork } from '../../../subgraphs/zones/index.js';
import { createZoneService, type ZoneService } from '../../../subgraphs/zones/index.js';
import { openTestDatabase, type TestClock, type TestDatabase, testClock, testPlatform } from '../../support/index.js';
import { respondsWith, responseAbout } from './behaviors.js';
import { type Behavior, type Registry, startRegistry } from './registry.js';

/** The zones domain on a separate database, and the single registry of its bootstrap. */
export interface RdapWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly registry: Registry;
  readonly platform: Platform;
  readonly service: ZoneService;
}

/** 2026-03-01 12:00:30 UTC, which is neither the start of a minute nor of a day. */
export const start = Date.UTC(2026, 2, 1, 12, 0, 30);

export const operator: Caller = { kind: 'operator', name: 'ada', role: 'analyst', tenantId: null };

/** The top-level domains of the test registry. */
const topLevelDomains = ['test', 'example'];

export interface RdapWorldOptions {
  readonly environment?: Record<string, string>;
  readonly network?: Partial<RegistryNetwork>;
}

/** The world of the test file. Use it only inside of tests and hooks. */
export function describeRdapWorld(options: RdapWorldOptions = {}): RdapWorld {
  const world: Partial<{ -readonly [Name in keyof RdapWorld]: RdapWorld[Name] }> = {};
  beforeAll(async () => {
    const registry = await startRegistry();
    registry.setPath('/bootstrap.json', respondsWith(bootstrapOf(registry)));
    const test = await openTestDatabase({
      RAMPART_SERVER_DATA_DIR: temporaryFolder(),
      RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${registry.url}bootstrap.json`,
      RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'True',
      ...options.environment,
    });
    const clock = testClock(start);
    const platform = testPlatform(test, { clock });
    const service = createZoneService(platform, testNetwork(options.network));
    Object.assign(world, { test, clock, registry, platform, service });
  });
  afterAll(async () => {
    await world.test?.close();
    await world.registry?.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return world as RdapWorld; // Assigned before the first test runs.
}

const folders: string[] = [];

/** A directory for the test file, removed with the world. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-rdap-'));
  folders.push(folder);
  return folder;
}

/** All hostnames resolve to this machine. */
export function testNetwork(network: Partial<RegistryNetwork> = {}): RegistryNetwork {
  return { resolve: async () => [{ address: '127.0.0.1', family: 4 }], timeoutMs: 20_000, ...network };
}

/** Another replica on the same database, with a short timeout. */
export function replicaWithShortTimeout(world: RdapWorld): { service: ZoneService } {
  return { service: createZoneService(world.platform, testNetwork({ timeoutMs: 300 })) };
}

/** A bootstrap registry with `registry` for all test domains. */
export function bootstrapOf(registry: Registry, domains: readonly string[] = topLevelDomains): object {
  return { version: '1.0', publication: '2026-01-01T00:00:00Z', services: [[domains, [registry.url]]] };
}

/** An approved account with a subscription for the duration of these tests. */
export async function createAccount(world: RdapWorld, tier: Tier, { expired = false } = {}): Promise<Caller> {
  const { sql } = world.test.database;
  const [accountId, username] = [randomUUID(), `user-${randomUUID()}`];
  const expiresAt = expired ? start - 1 : start + 365 * 86_400_000;
  await sql`
    insert into zones.account (id, username, email, username_key, email_key, password_hash, status, created_at)
    values (${accountId}, ${username}, ${username}, ${username}, ${username}, '', 'approved', ${start})`;
  await sql`
    insert into zones.subscription (account_id, tier, started_at, expires_at, window_starts_at)
    values (${accountId}, ${tier}, ${start - 86_400_000}, ${expiresAt}, ${start - 86_400_000})`;
  return { kind: 'account', accountId, username };
}

let domains = 0;

/** A domain that has not been looked up; by default, the registry knows it. */
export function newDomain(world: RdapWorld, behaviorOf: (domain: string) => Behavior = respondsAbout): string {
  const domain = `domain-${domains++}.test`;
  world.registry.set(domain, behaviorOf(domain));
  return domain;
}

function respondsAbout(domain: string): Behavior {
  return respondsWith(responseAbout(domain));
}

/** The outcome of a lookup: `found`, `cached`, or its error. */
export async function lookUp(world: Pick<RdapWorld, 'service'>, caller: Caller, domain: string): Promise<string> {
  try {
    const { cached } = await world.service.rdapDossier({ caller }, domain);
    return cached ? 'cached' : 'found';
  } catch (error) {
    return reasonOf(error);
  }
}

/** The reason or code of a domain error. Other errors are rethrown. */
function reasonOf(error: unknown): string {
  const { code, details } = error as DomainError; // Other errors are rethrown below.
  if (code === undefined) throw error;
  return String(details?.reason ?? code);
}
