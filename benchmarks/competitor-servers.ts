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

/** The database of the suites that compare requests. */
export const alertsDatabase = 'alerts';
const licensesDatabase = 'licenses';
/** Name of PostgreSQL without a server in front of it, in reports. */
export const databaseName = 'PostgreSQL alone';
/**
 * Maximum number of scripts of pgbench. Each connection plans each script once: with more scripts, short runs would
 * mostly measure the planning.
 */
const maxPgbenchScripts = 4;

export interface CompetitorServerOptions {
  readonly bench: BenchmarkEnvironment;
  readonly hive: boolean;
  readonly profile: string | undefined;
  onProgress(text: string): void;
}

/** Subgraphs that other gateways call over HTTP, with the options of the processes that serve them. */
export interface SubgraphSet {
  readonly name: string;
  readonly database: string;
  readonly subgraphs: readonly { readonly name: string; readonly typeDefs: string }[];
  /** Settings of the domains, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether all callers are administrators, because other gateways do not authenticate. */
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

  /** Origin of the handwritten Fastify handler. */
  fastifyHandler(alertId: string): Promise<string> {
    const options = { connection: this.#connection(), alertId };
    return this.#startOnce('fastify-handler', () => this.#startCompetitor('fastify-handler', options));
  }

  /** Origin of the best handler that can be written by hand. */
  bestHandler(alertId: string): Promise<string> {
    const options = { connection: this.#connection(), databaseUrl: this.#options.bench.databaseUrl(alertsDatabase) };
    return this.#startOnce('best-handler', () => this.#startCompetitor('best-handler', { ...options, alertId }));
  }

  /** PostgreSQL alone, with the statements of the list or of one alert; undefined if pgbench is not installed. */
  async createDatabaseCompetitor(
    what: 'list' | 'one',
    alertIds: readonly string[],
  ): Promise<SelfLoadedCompetitor | undefined> {
    const { bench, onProgress } = this.#options;
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
      connection: bench.libpqOptions(alertsDatabase),
      folder: bench.subfolder(`pgbench-${what}`),
      requests: what === 'list' ? [[page, total]] : alertIds.slice(0, maxPgbenchScripts).map(ofOne),
    });
  }

  rampart(): Promise<string> {
    const { bench, profile } = this.#options;
    return this.#startOnce('rampart', async () => {
      const server = { name: 'rampart', database: alertsDatabase, profile };
      return (await startRampart(bench, server)).origin;
    });
  }

  /** Rampart with the second subgraph of the benchmarks. */
  joinedRampart(): Promise<string> {
    const { bench, profile } = this.#options;
    return this.#startOnce('joined-server', () => {
      const environment = serverEnvironment(bench, { name: 'joined-server', database: alertsDatabase });
      return this.#startCompetitor('joined-server', { environment, connection: this.#connection() }, profile);
    });
  }

  /** Rampart's license service and the handwritten one, on a database with the registered controllers of the load. */
  async licenses(): Promise<{ ours: string; handwritten: string }> {
    const { bench, profile, onProgress } = this.#options;
    const settings = await licenseSettings(bench);
    await bench.createDatabase(licensesDatabase);
    const server = { name: 'rampart-licenses', database: licensesDatabase, settings, profile };
    const { licensesOrigin: ours } = await startRampart(bench, server);
    onProgress('registering controllers');
    await registerControllers(ours, checkIns());
    const connection = bench.connectionOptions(licensesDatabase);
    return { ours, handwritten: await this.#startCompetitor('license-handler', { connection }) };
  }

  /** Rampart on a database of zones, and the handwritten handler of its pages. */
  async zones(
    database: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<{ ours: string; handwritten: string }> {
    const { bench, profile } = this.#options;
    const { origin: ours } = await startRampart(bench, { name: 'rampart-zones', database, settings, profile });
    return {
      ours,
      handwritten: await this.#startCompetitor('zone-handler', { connection: bench.connectionOptions(database) }),
    };
  }

  /** Apollo's gateway over subgraphs behind Apollo Server. */
  stockGateway(set = joinedSet): Promise<string> {
    return this.#startOnce(`stock-gateway-${set.name}`, async () =>
      this.#startCompetitor('stock-gateway', { supergraphFile: await this.#supergraphFile(set) }),
    );
  }

  /** Hive Gateway over the same subgraphs. */
  hiveGateway(set = joinedSet): Promise<string> {
    const name = `hive-gateway-${set.name}`;
    return this.#startOnce(name, async () => {
      const { bench, onProgress } = this.#options;
      const script = await installHive(onProgress);
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const workingDirectory = bench.subfolder(name);
      writeFileSync(join(workingDirectory, 'gateway.config.mjs'), hiveConfiguration);
      const args = ['supergraph', await this.#supergraphFile(set), '--host', '127.0.0.1', '--port', String(port)];
      onProgress('starting hive-gateway');
      await bench.processes.startUntilResponding({
        name,
        args: [script, ...args],
        workingDirectory,
        url: `${origin}/healthcheck`,
      });
      return origin;
    });
  }

  /** The supergraph of a set, with the URLs of the subgraphs behind Apollo Server. */
  async #supergraphFile({ name: set, database, subgraphs, ...options }: SubgraphSet): Promise<string> {
    const { bench } = this.#options;
    const path = join(bench.folder, `supergraph-${set}.graphql`);
    await this.#startOnce(path, async () => {
      const connection = bench.connectionOptions(database);
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
    return this.#options.bench.connectionOptions(alertsDatabase);
  }

  async #startCompetitor(name: string, options: object, profile?: string): Promise<string> {
    const { bench, onProgress } = this.#options;
    onProgress(`starting ${name}`);
    const { lines } = await bench.processes.startUntilReady({
      name,
      args: [fileURLToPath(new URL(`./competitors/${name}.js`, import.meta.url)), JSON.stringify(options)],
      nodeOptions: profileOptions({ name, profile }),
      workingDirectory: bench.subfolder(name),
    });
    return lines.at(-1)?.slice('ready '.length) ?? '';
  }

  #startOnce(name: string, start: () => Promise<string>): Promise<string> {
    const known = this.#started.get(name) ?? start();
    this.#started.set(name, known);
    return known;
  }
}
