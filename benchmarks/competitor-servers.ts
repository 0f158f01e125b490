import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeSupergraph, type SubgraphTypeDefs } from '../gateway/index.js';
import { alertsSubgraph } from '../subgraphs/alerts/index.js';
import { hiveConfiguration, installHive } from './competitors/hive.js';
import { parameterIndexOf, recordAlerts } from './competitors/recorded-alerts.js';
import { checkIns, licenseSettings, registerControllers } from './data/licenses.js';
import { type BenchmarkEnvironment, freePort } from './environment.js';
import { dossiersTypeDefs } from './joined/dossiers-subgraph.js';
import { findPgbench, type PgbenchRequest, pgbenchLoad } from './load/pgbench.js';
import type { SelfLoadedCompetitor } from './measure.js';
import { profileOptions, serverEnvironment, startRampart } from './rampart.js';

/** Name of the database of the suites that compare requests about alerts. */
export const alertsDatabase = 'alerts';
const licensesDatabase = 'licenses';
/** The name that reports use for PostgreSQL without a server in front of it. */
export const databaseName = 'PostgreSQL alone';
/**
 * Maximum number of pgbench scripts. Each connection plans each script once: with more scripts, short runs would mostly
 * measure planning.
 */
const maxPgbenchScripts = 4;

export interface CompetitorServerOptions {
  readonly benchmark: BenchmarkEnvironment;
  readonly hive: boolean;
  readonly profile: string | undefined;
  onProgress(message: string): void;
}

/** Subgraphs that other gateways call over HTTP, with the options of the processes that serve them. */
export interface SubgraphSet {
  readonly name: string;
  readonly database: string;
  readonly subgraphs: readonly { readonly name: string; readonly typeDefs: string }[];
  /** Settings of the domains, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Whether the subgraphs treat every caller as an administrator, because other gateways do not authenticate callers.
   */
  readonly asAdministrator?: boolean;
}

const joinedSet: SubgraphSet = {
  name: 'joined',
  database: alertsDatabase,
  subgraphs: [
    { name: 'alerts', typeDefs: alertsSubgraph.printTypeDefs() },
    { name: 'dossiers', typeDefs: dossiersTypeDefs },
  ],
};

/** Starts the competitors on demand, each in its own process. */
export class CompetitorServers {
  readonly #started = new Map<string, Promise<string>>();

  readonly #options: CompetitorServerOptions;

  constructor(options: CompetitorServerOptions) {
    this.#options = options;
  }

  get hasHive(): boolean {
    return this.#options.hive;
  }

  /** Starts the handwritten Fastify handler and returns its origin. */
  fastifyHandler(alertId: string): Promise<string> {
    const options = { connection: this.#connection(), alertId };
    return this.#startOnce('fastify-handler', () => this.#startCompetitor('fastify-handler', options));
  }

  /** Starts the best handler that can be written by hand and returns its origin. */
  bestHandler(alertId: string): Promise<string> {
    const options = {
      connection: this.#connection(),
      databaseUrl: this.#options.benchmark.databaseUrl(alertsDatabase),
    };
    return this.#startOnce('best-handler', () => this.#startCompetitor('best-handler', { ...options, alertId }));
  }

  /**
   * Creates the competitor that runs the statements of the list or of one alert directly on PostgreSQL; undefined if
   * pgbench is not installed.
   */
  async createDatabaseCompetitor(
    label: 'list' | 'one',
    alertIds: readonly string[],
  ): Promise<SelfLoadedCompetitor | undefined> {
    const { benchmark, onProgress } = this.#options;
    const command = findPgbench();
    if (command === undefined) {
      onProgress(`pgbench is not installed: the reference ${databaseName} is skipped`);
      return undefined;
    }
    const alertId = alertIds[0] ?? '';
    const { page, total, one } = await recordAlerts({ connection: this.#connection(), alertId });
    const position = parameterIndexOf(one, alertId);
    const ofOne = (id: string): PgbenchRequest => [{ ...one, parameters: one.parameters.with(position, id) }];
    return pgbenchLoad(command, {
      name: databaseName,
      connection: benchmark.libpqOptions(alertsDatabase),
      folder: benchmark.subfolder(`pgbench-${label}`),
      requests: label === 'list' ? [[page, total]] : alertIds.slice(0, maxPgbenchScripts).map(ofOne),
    });
  }

  rampart(): Promise<string> {
    const { benchmark, profile } = this.#options;
    return this.#startOnce('rampart', async () => {
      const server = { name: 'rampart', database: alertsDatabase, profile };
      return (await startRampart(benchmark, server)).origin;
    });
  }

  /** Starts Rampart with the second subgraph of the benchmarks and returns its origin. */
  joinedRampart(): Promise<string> {
    const { benchmark, profile } = this.#options;
    return this.#startOnce('joined-server', () => {
      const environment = serverEnvironment(benchmark, { name: 'joined-server', database: alertsDatabase });
      return this.#startCompetitor('joined-server', { environment, connection: this.#connection() }, profile);
    });
  }

  /**
   * Starts Rampart's license service and the handwritten one on the same database of registered controllers, and
   * returns their origins.
   */
  async licenses(): Promise<{ ours: string; handwritten: string }> {
    const { benchmark, profile, onProgress } = this.#options;
    const settings = await licenseSettings(benchmark);
    await benchmark.createDatabase(licensesDatabase);
    const server = { name: 'rampart-licenses', database: licensesDatabase, settings, profile };
    const { licensesOrigin: ours } = await startRampart(benchmark, server);
    onProgress('registering controllers');
    await registerControllers(ours, checkIns());
    const connection = benchmark.connectionOptions(licensesDatabase);
    return { ours, handwritten: await this.#startCompetitor('license-handler', { connection }) };
  }

  /** Starts Rampart and the handwritten handler of zone pages on the same database, and returns their origins. */
  async zones(
    database: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<{ ours: string; handwritten: string }> {
    const { benchmark, profile } = this.#options;
    const { origin: ours } = await startRampart(benchmark, { name: 'rampart-zones', database, settings, profile });
    return {
      ours,
      handwritten: await this.#startCompetitor('zone-handler', { connection: benchmark.connectionOptions(database) }),
    };
  }

  /** Starts Apollo's gateway over subgraphs behind Apollo Server, and returns its origin. */
  stockGateway(set = joinedSet): Promise<string> {
    return this.#startOnce(`stock-gateway-${set.name}`, async () =>
      this.#startCompetitor('stock-gateway', { supergraphFile: await this.#supergraphFile(set) }),
    );
  }

  /** Starts Hive Gateway over the same subgraphs, and returns its origin. */
  hiveGateway(set = joinedSet): Promise<string> {
    const name = `hive-gateway-${set.name}`;
    return this.#startOnce(name, async () => {
      const { benchmark, onProgress } = this.#options;
      const script = await installHive(onProgress);
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const workingDirectory = benchmark.subfolder(name);
      writeFileSync(join(workingDirectory, 'gateway.config.mjs'), hiveConfiguration);
      const args = ['supergraph', await this.#supergraphFile(set), '--host', '127.0.0.1', '--port', String(port)];
      onProgress('starting hive-gateway');
      await benchmark.processes.startUntilResponding({
        name,
        args: [script, ...args],
        workingDirectory,
        url: `${origin}/healthcheck`,
      });
      return origin;
    });
  }

  /**
   * Starts the subgraphs of a set behind Apollo Server, writes the supergraph with their URLs, and returns its path.
   */
  async #supergraphFile({ name: set, database, subgraphs, ...options }: SubgraphSet): Promise<string> {
    const { benchmark } = this.#options;
    const path = join(benchmark.folder, `supergraph-${set}.graphql`);
    await this.#startOnce(path, async () => {
      const connection = benchmark.connectionOptions(database);
      const located: SubgraphTypeDefs[] = [];
      for (const { name, typeDefs } of subgraphs) {
        located.push({
          name,
          typeDefs,
          url: await this.#startCompetitor('subgraph-server', { name, connection, ...options }),
        });
      }
      writeFileSync(path, composeSupergraph(located));
      return path;
    });
    return path;
  }

  #connection() {
    return this.#options.benchmark.connectionOptions(alertsDatabase);
  }

  async #startCompetitor(name: string, options: object, profile?: string): Promise<string> {
    const { benchmark, onProgress } = this.#options;
    onProgress(`starting ${name}`);
    const { lines } = await benchmark.processes.startUntilReady({
      name,
      args: [fileURLToPath(new URL(`./competitors/${name}.js`, import.meta.url)), JSON.stringify(options)],
      nodeOptions: profileOptions({ name, profile }),
      workingDirectory: benchmark.subfolder(name),
    });
    return lines.at(-1)?.slice('ready '.length) ?? '';
  }

  #startOnce(name: string, start: () => Promise<string>): Promise<string> {
    const known = this.#started.get(name) ?? start();
    this.#started.set(name, known);
    return known;
  }
}
