import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  /** What was logged, one object a line. */
  readonly logged: Record<string, unknown>[];
  /** The same service once more, as another process has it; with other settings when they are given. */
  another(environment?: Record<string, string>): LicenseService;
  /** Takes all controllers, refusals and rate windows away. */
  clear(): Promise<void>;
}

/** The time at which these tests begin. */
export const start = 1_790_000_000;

/** A key pair in PEM form. */
export function keyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, // PEM is text.
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string, // PEM is text.
  };
}

/** The files of an installation in a folder of their own. */
export class LicenseFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'rampart-licenses-'));
  readonly keys = keyPair();

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string | Buffer): void {
    writeFileSync(this.path(name), text);
  }

  /** Signs a license, valid from the start of the tests for a year, and puts it where the service looks. */
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

/** The licenses domain on a database and a folder of the test file's own. Read it inside of tests and hooks only. */
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
    const clock = testClock((start + 86_400) * 1000);
    const logged: Record<string, unknown>[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });
    const platform = testPlatform(test, { clock, log });
    Object.assign(world, {
      ...{ test, clock, files, log, logged },
      service: createLicenseService(platform),
      subgraph: licensesSubgraph.create(platform),
      another: (settings: Record<string, string> = {}) =>
        createLicenseService({ ...platform, configuration: testConfiguration({ ...own, ...settings }) }),
      clear: () => clear(test.database),
    });
  });
  afterAll(async () => {
    await world.test?.close();
    world.files?.remove();
  });
  return world as LicenseWorld; // Filled before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Takes all controllers, refusals and rate windows away. */
export async function clear(database: Database): Promise<void> {
  await database.guard(async (sql) => {
    await sql`truncate licenses.controller, licenses.refusal, platform.rate_window`;
    await sql`update licenses.seats set used = 0`;
  });
}

/** A request of a controller, over the documented endpoint. */
export function fromController(sourceAddress = '192.0.2.1'): RequestContext {
  return { caller: anonymous, via: 'rest', sourceAddress, signal: new AbortController().signal, requestId: 'test' };
}

/** A request of this caller through GraphQL. */
export function fromOperator(caller: Caller = localAdministrator): RequestContext {
  return { ...fromController('127.0.0.1'), caller, via: 'graphql' };
}

/** The GUID of a number. */
export function guidOf(number: number): string {
  return `c0ffee00-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A report that is in order, with what the test is about. */
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

/** Checks a controller in as the documented endpoint does. */
export async function checkIn(
  service: LicenseService,
  differences: Record<string, unknown> = {},
  request: RequestContext = fromController(),
) {
  return await service.checkLicense(request, { report: report(differences), isMalformed: false });
}

/** What a call comes to: `ok`, or code, reason and message of the refusal. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'ok',
    (error: DomainError) => `${error.code} ${error.details?.reason}: ${error.message}`,
  );
}
