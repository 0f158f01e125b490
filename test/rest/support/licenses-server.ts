import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import {
  controllerIdentification,
  createCallerAuthenticator,
  createResponseSigner,
  type Graph,
  type HttpServer,
  openCertificateSource,
  selfSignedCertificateFiles,
  startHttpServer,
} from '../../../gateway/index.js';
import { systemClock } from '../../../platform/clock.js';
import { type Database, openDatabase } from '../../../platform/database/index.js';
import { createLog } from '../../../platform/log.js';
import { SecurityEvents } from '../../../platform/security-events.js';
import type { SubgraphDefinition } from '../../../platform/subgraph.js';
import { listeningServices } from '../../../rest-adapters/index.js';
import { licensesSubgraph } from '../../../subgraphs/licenses/index.js';
import { sendTls, type TlsRequest, type TlsResponse } from '../../gateway/support/tls-request.js';
import { clear, guidOf, LicenseFolder, start } from '../../licenses/support/license-world.js';
import { type GraphForm, together } from '../../support/graph-forms.js';
import {
  openTestDatabase,
  type TestClock,
  type TestDatabase,
  testClock,
  testConfiguration,
} from '../../support/index.js';

export { guidOf };

/** A response with a JSON body. */
export interface JsonResponse extends TlsResponse {
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response, including a wrong one
  readonly json: any;
}

export interface LicensesServer {
  readonly graph: Graph;
  readonly testDatabase: TestDatabase;
  readonly files: LicenseFolder;
  readonly clock: TestClock;
  /** The parsed lines of the server's log. */
  readonly logged: Record<string, unknown>[];
  /** URL of the listener for controllers. */
  readonly url: string;
  /** URL of the main listener, which has the metrics. */
  readonly mainUrl: string;
  send(path: string, request?: TlsRequest): Promise<JsonResponse>;
  /** Sends a report, as a string or as JSON. */
  check(report: unknown, request?: TlsRequest): Promise<JsonResponse>;
  list(): Promise<{ guid: string; timestamp: string; ip_addr: string; hostname: string }[]>;
  /**
   * Removes all controllers, rejected requests and rate windows, and resets the files (no departments, 100 seats) and
   * the clock.
   */
  reset(): Promise<void>;
  /**
   * Another server with the same files and clock, optionally with other settings or another domain. Closed with the
   * first one.
   */
  startAnother(options: AnotherServer): Promise<Pick<LicensesServer, 'graph' | 'url' | 'mainUrl' | 'send' | 'check'>>;
}

export interface AnotherServer {
  readonly environment?: Record<string, string>;
  /** Default: the license service. */
  readonly definition?: SubgraphDefinition;
}

/** The time of the stopped clock: 2026-09-22T14:13:20Z. The time zone is Europe/Zurich. */
export const now = start + 86_400;

export const checkPath = '/api/check-license/';
export const listPath = '/api/get-licenses/';

/**
 * The license service over its TLS listener, with a separate database and directory, and without an effective rate
 * limit.
 */
export async function startLicensesServer(
  environment: Record<string, string> = {},
  form: GraphForm = together,
): Promise<LicensesServer> {
  const files = new LicenseFolder();
  await writeDefaultFiles(files);
  const own = {
    ...files.settings(),
    RAMPART_LICENSES_RATE: '1000000/s',
    RAMPART_SERVER_DATA_DIR: files.folder,
    ...environment,
  };
  const testDatabase = await openTestDatabase(own);
  const clock = testClock(now * 1000);
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } });
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
    await testDatabase.close();
    files.remove();
  });

  async function serve({ environment: settings = {}, definition = licensesSubgraph }: AnotherServer) {
    const configuration = testConfiguration({ DATABASE_URL: testDatabase.url, ...own, ...settings });
    const ownDatabase = settings.DATABASE_URL === undefined ? undefined : await openDatabase({ configuration, log });
    const database = ownDatabase ?? testDatabase.database;
    const securityEvents = new SecurityEvents({ log });
    const domains = await form({ configuration, database, clock, log, securityEvents }, [definition]);
    const { graph, started } = domains;
    const server = await serveLicenses({ graph, configuration, database, log, securityEvents, clock });
    closing.push(async () => {
      await server.close();
      await domains.close();
      await ownDatabase?.close();
    });
    const url = server.serviceUrls.get('licenses') ?? '';
    return { graph, started, url, mainUrl: server.url, ...clientOf(url, () => certificateOf(configuration.server)) };
  }

  const { started, ...main } = await serve({});
  await started;
  return {
    ...main,
    ...{ testDatabase, files, clock, logged },
    list: async () => (await main.send(listPath)).json.active_controllers,
    async reset() {
      clock.seconds = now;
      await writeDefaultFiles(files);
      await clear(testDatabase.database);
    },
    startAnother: serve,
  };
}

function clientOf(url: string, trusted: () => string): Pick<LicensesServer, 'send' | 'check'> {
  async function send(path: string, request: TlsRequest = {}): Promise<JsonResponse> {
    const trust = url.startsWith('https:') ? { trusted: trusted() } : {};
    const response = await sendTls(`${url}${path}`, { ...trust, ...request });
    return { ...response, json: response.body === '' ? undefined : JSON.parse(response.body) };
  }
  return {
    send,
    check(report, request = {}) {
      const body = typeof report === 'string' || report instanceof Buffer ? report : JSON.stringify(report);
      const headers = { 'content-type': 'application/json', ...request.headers };
      return send(checkPath, { method: 'POST', body, ...request, headers });
    },
  };
}

function certificateOf(server: { dataDir: string }): string {
  return readFileSync(selfSignedCertificateFiles('licenses', server).certificateFile, 'utf8');
}

async function serveLicenses(options: {
  graph: Graph;
  configuration: TestDatabase['configuration'];
  database: Database;
  log: ReturnType<typeof createLog>;
  securityEvents: SecurityEvents;
  clock: TestClock;
}): Promise<HttpServer> {
  const { graph, configuration, log } = options;
  const { server, licenses } = configuration;
  const clientCaFile = licenses.controllerAuth === 'certificate' ? licenses.clientCaFile : '';
  const tls = { ...licenses, clientCaFile };
  const certificate = await openCertificateSource({ name: 'licenses', ...tls, server, clock: systemClock, log });
  const identify = await controllerIdentification(licenses, systemClock);
  const { signingKeyFile: keyFile, signResponses } = licenses;
  const signer = createResponseSigner({ keyFile, signsAll: signResponses === 'always', clock: options.clock, log });
  return await startHttpServer({
    ...options,
    authenticator: createCallerAuthenticator({ operatorTokens: { find: () => undefined, isActive: () => false } }),
    serviceListeners: listeningServices({ graph, log, services: ['licenses'] }).map((service) => ({
      ...service,
      host: licenses.host,
      port: licenses.port,
      certificate,
      identify,
      signer,
    })),
    pagesFolder: '/nonexistent',
  });
}

/** Writes the default files: an empty blacklist, no departments, 100 seats. */
export async function writeDefaultFiles(files: LicenseFolder): Promise<void> {
  files.write('public.pem', files.keys.publicKey);
  files.write('blacklist.txt', '');
  files.write('departments.json', '[]');
  await files.license();
}

/** A report as controllers send it, with the given differences. */
export function report(differences: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    guid: guidOf(1),
    hostname: 'controller-1',
    version: '4.1.0',
    ip_addresses: ['10.1.2.3'],
    mac_address: '00:00:5e:00:53:01',
    os: 'linux',
    label: 'lab',
    logdir: '/var/log/controller',
    ...differences,
  };
}
