import {
  accessTokenAuthenticator,
  configuredAdminTokens,
  createCallerAuthenticator,
  OperatorTokens,
  startSubgraphServer,
} from '../gateway/index.js';
import type { SubgraphDefinition } from '../platform/subgraph.js';
import { type BackgroundJobs, startJobs } from './background-jobs.js';
import { domainMetrics } from './domain-metrics.js';
import { openProcessServices } from './process-services.js';
import type { RampartOptions, RunningProcess } from './running.js';

/**
 * Starts the database, the domains with their jobs, and the listener for the gateway.
 * @throws {Error} if the port is in use; everything that was started is then stopped
 */
export async function startSubgraphProcess(
  options: RampartOptions,
  definitions: readonly SubgraphDefinition[],
): Promise<RunningProcess> {
  const { configuration, clock, log } = options;
  const { closeServices, ...platform } = await openProcessServices(options);
  try {
    const subgraphs = definitions.map((definition) => ({
      subgraph: definition.create(platform),
      openDownload: definition.createDownloads?.(platform),
    }));
    const authenticator = createCallerAuthenticator({
      operatorTokens: new OperatorTokens(platform),
      adminTokens: configuredAdminTokens(configuration),
      authenticators: [accessTokenAuthenticator({ providers: configuration.oidcProviders, clock, log })],
    });
    let jobs: BackgroundJobs | undefined;
    const isProcessingJobs = (): boolean => jobs?.isProcessingJobs() ?? true;
    const server = await startSubgraphServer({
      ...{ ...platform, subgraphs, authenticator, isProcessingJobs },
      additionalMetrics: domainMetrics(platform, definitions),
    });
    const domains = subgraphs.map(({ subgraph }) => subgraph);
    jobs = startJobs(platform, domains, { hasGateway: false });
    const { started, stop } = jobs;
    return {
      addresses: domains.map(({ name }) => ({ name: `${name}-subgraph`, url: server.url })),
      listening: [server.url],
      jobsStarted: started,
      async close() {
        await server.close();
        await stop();
        await closeServices();
      },
    };
  } catch (error) {
    await closeServices();
    throw error;
  }
}
