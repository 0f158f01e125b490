import cluster from 'node:cluster';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  fileSource,
  fixedSource,
  type GatewayFile,
  SharedCounts,
  type StandaloneGatewayOptions,
  type SupergraphSource,
  startStandaloneGateway,
  urlSource,
} from '../../gateway/standalone/index.js';
import { type Configuration, loadProcessConfiguration } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import { startTelemetry } from '../../platform/telemetry/index.js';
import { CommandFailure, errorLine } from '../failure.js';
import { environmentVariable, gatewaySettings, readConfigurationFile } from '../gateway/gateway-settings.js';
import { addGatewayOptions, type GatewayOptions } from '../gateway/options.js';
import { inputFile } from '../input-file.js';
import type { RunningProcess, WorkerRole } from '../running.js';
import { serve } from '../serve.js';
import { numberOfWorkers, runWorker, type Supervisor, startWorkers } from '../workers/index.js';

/**
 * Maximum interval between polls of a supergraph file. It is shorter than that of servers, because polling a file is
 * cheap.
 */
const maxFilePollSeconds = 1;

export function addGatewayCommand(command: Command): void {
  addGatewayOptions(command).action(runGateway);
}

async function runGateway(supergraph: string, options: GatewayOptions): Promise<void> {
  const file = readConfigurationFile(options.config);
  const configuration = overrideAddress(loadProcessConfiguration(), options);
  const settings = gatewaySettings(file, options, configuration);
  const workers = numberOfWorkers(options.workers, configuration.server.workers);
  const source = await sourceOf(supergraph, { file, options, workers });
  const log = createLog({ level: configuration.server.logLevel });
  const start = (worker?: WorkerRole) => startGateway({ ...settings, configuration, log, source }, worker);
  if (cluster.isWorker) return await runWorker(log, start);
  await serve({
    log,
    start: () =>
      workers === 1 ? start() : startWorkers(workers, { log, drainSeconds: configuration.server.drainSeconds }),
    reload: ({ restart }) => restart(),
  });
}

async function startGateway(
  options: Omit<StandaloneGatewayOptions, 'telemetry'>,
  worker: WorkerRole | undefined,
): Promise<RunningProcess & Pick<Supervisor, 'restart'>> {
  const { configuration, log } = options;
  const telemetry = await startTelemetry({ configuration, log });
  const sharedCounts = worker && new SharedCounts();
  const { publishMetrics } = worker ?? {};
  const gateway = await startStandaloneGateway({ ...options, telemetry, publishMetrics, sharedCounts });
  if (sharedCounts !== undefined) worker?.shareCounts(sharedCounts);
  const url = configuration.server.publicUrl || gateway.url;
  return {
    addresses: [{ name: 'graphql', url: `${url}/graphql` }],
    listening: [gateway.url],
    jobsStarted: Promise.resolve(),
    async restart() {
      await gateway.reload();
    },
    retire: () => gateway.retire(),
    async close() {
      await gateway.close();
      await telemetry?.stop();
    },
  };
}

async function sourceOf(
  supergraph: string,
  { file, options, workers }: { file: GatewayFile; options: GatewayOptions; workers: number },
): Promise<SupergraphSource> {
  const { pollSeconds, timeoutSeconds, authorizationFile, authorizationEnv } = file.supergraph;
  const seconds = options.poll ?? pollSeconds;
  if (/^https?:\/\//i.test(supergraph)) {
    return urlSource(urlOf(supergraph), {
      pollMs: seconds === 0 ? undefined : seconds * 1000,
      timeoutSeconds,
      authorizationFile: authorizationFile || undefined,
      authorization: authorizationEnv === '' ? undefined : environmentVariable(authorizationEnv),
    });
  }
  const input = await inputFile(supergraph, { chunkBytes: 1 << 16 });
  if (input.size !== null) {
    return fileSource(supergraph, {
      pollMs: seconds === 0 ? undefined : Math.min(seconds, maxFilePollSeconds) * 1000,
    });
  }
  if (workers > 1) {
    throw new CommandFailure(
      `${workers} workers cannot all read the supergraph from ${input.name}: specify a file or a URL, or set --workers 1`,
    );
  }
  const supergraphSdl = await text(input.open()).catch((error: unknown) => {
    throw new CommandFailure(`${input.name}: ${errorLine(error)}`);
  });
  return fixedSource(input.name, supergraphSdl);
}

function urlOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw new CommandFailure('the URL of the supergraph is invalid: specify an http or https URL');
  if (url.username === '' && url.password === '') return url;
  // The URL is not shown, because it contains a secret.
  throw new CommandFailure(
    'the URL of the supergraph contains a user or password: remove them, and specify the Authorization header in [supergraph] authorization_file or authorization_env',
  );
}

function overrideAddress(configuration: Configuration, { host, port }: GatewayOptions): Configuration {
  const { server } = configuration;
  return { ...configuration, server: { ...server, host: host ?? server.host, port: port ?? server.port } };
}
