import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { anonymous, type Caller, localAdministrator, type RequestContext } from '../../../platform/caller.js';
import type { Database } from '../../../platform/database/index.js';
import type { DomainError } from '../../../platform/domain-error.js';
import { createLog, type Logger } from '../../../platform/log.js';
import type { Subgraph } from '../../../platform/subgraph.js';
import {
  createLicenseService,
  issueLicense,
  type LicenseService,
  licensesSubgraph,
} from '../../../subgraphs/licenses/index.js';
import {
  openTestDatabase,
  type TestClock,
  type TestDatabase,
  testClock,
  testConfiguration,
  testPlatform,
} from '../../support/index.js';

export interface LicenseWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly files: LicenseFolder;
  readonly service: LicenseService;
  readonly subgraph: Subgraph;
  readonly log: Logger;
  /** The parsed lines of the log. */
  readonly logged: Record<string, unknown>[];
  /** Another process of the same service, optionally with other settings or a separate clock. */
  createReplica(environment?: Record<string, string>, clock?: TestClock): LicenseService;
  /** Removes all controllers, rejected requests and rate windows. */
  clear(): Promise<void>;
}

/** Start time of these tests in Unix epoch seconds. */
export const start = 1_790_000_000;

/** A key pair in PEM form. */
export function keyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, // The PEM format is a string.
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string, // The PEM format is a string.
  };
}

/** The files of an installation in a separate directory. */
export class LicenseFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'rampart-licenses-'));
  readonly keys = keyPair();

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string | Buffer): void {
    writeFileSync(this.path(name), text);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Signs a license, valid for a year from the start of the tests, and writes it to the configured path. */
  async license(terms: Partial<Parameters<typeof issueLicense>[0]> & { privateKey?: string } = {}): Promise<string> {
    const { text } = await issueLicense({
      customer: 'Acme',
      cap: 100,
      issuedAt: new Date(start * 1000),
      expiresAt: new Date((start + 365 * 86_400) * 1000),
      privateKey: this.keys.privateKey,
      ...terms,
    });
    this.write('license.jws', text);
    return text;
  }

  settings(): Record<string, string> {
    return {
      RAMPART_LICENSES_LICENSE_FILE: this.path('license.jws'),
      RAMPART_LICENSES_PUBLIC_KEY_FILE: this.path('public.pem'),
      RAMPART_LICENSES_BLACKLIST_FILE: this.path('blacklist.txt'),
      RAMPART_LICENSES_DEPARTMENTS_FILE: this.path('departments.json'),
      RAMPART_LICENSES_TIME_ZONE: 'Europe/Zurich',
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * The licenses domain on a separate database and directory for the test file. Use it only inside of tests and hooks.
 */
export function describeLicenseWorld(environment: Record<string, string> = {}): LicenseWorld {
  const world: Partial<Mutable<LicenseWorld>> = {};
  beforeAll(async () => {
    const files = new LicenseFolder();
    files.write('public.pem', files.keys.publicKey);
    files.write('blacklist.txt', '');
    files.write('departments.json', '[]');
    await files.license();
    const own = { ...files.settings(), RAMPART_LICENSES_RATE: '1000000/s', ...environment };
    const test = await openTestDatabase(own);
    // The service is considered to run without outages, even when a test moves its clock.
    await test.database.sql`insert into licenses.uptime values (0, 'infinity')`;
    const clock = testClock((start + 86_400) * 1000);
    const logged: Record<string, unknown>[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });
    const platform = testPlatform(test, { clock, log });
    Object.assign(world, {
      ...{ test, clock, files, log, logged },
      service: createLicenseService(platform),
      subgraph: licensesSubgraph.create(platform),
      createReplica: (settings: Record<string, string> = {}, ownClock: TestClock = clock) =>
        createLicenseService({
          ...platform,
          clock: ownClock,
          configuration: testConfiguration({ ...own, ...settings }),
        }),
      clear: () => clear(test.database),
    });
  });
  afterAll(async () => {
    await world.test?.close();
    world.files?.remove();
  });
  return world as LicenseWorld; // Assigned before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Removes all controllers, rejected requests and rate windows. */
export async function clear(database: Database): Promise<void> {
  await database.guard(async (sql) => {
    await sql`truncate licenses.controller, licenses.refusal, platform.rate_window`;
    await sql`update licenses.seats set used = 0`;
  });
}

/** A request of a controller to the documented endpoint. */
export function fromController(sourceAddress = '192.0.2.1'): RequestContext {
  return { caller: anonymous, via: 'rest', sourceAddress, signal: new AbortController().signal, requestId: 'test' };
}

/** A GraphQL request of this caller. */
export function fromOperator(caller: Caller = localAdministrator): RequestContext {
  return { ...fromController('127.0.0.1'), caller, via: 'graphql' };
}

/** The GUID of a number. */
export function guidOf(number: number): string {
  return `c0ffee00-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A valid report with the given differences. */
export function report(differences: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    guid: guidOf(1),
    hostname: 'controller-1',
    version: '4.1.0',
    ipAddresses: ['10.1.2.3'],
    macAddress: '00:00:5e:00:53:01',
    os: 'linux',
    label: 'lab',
    logdir: '/var/log/controller',
    ...differences,
  };
}

/** Checks in a controller like the documented endpoint. */
export async function checkIn(
  service: LicenseService,
  differences: Record<string, unknown> = {},
  request: RequestContext = fromController(),
) {
  return await service.checkLicense(request, { report: report(differences), isMalformed: false });
}

/** The outcome of a call: `ok`, or code, reason and message of the error. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'ok',
    (error: DomainError) => `${error.code} ${error.details?.reason}: ${error.message}`,
  );
}
