import { type Configuration, ConfigurationError } from '../platform/configuration/index.js';
import { snakeCase } from '../platform/snake-case.js';
import type { SubgraphDefinition } from '../platform/subgraph.js';
import { subgraphs } from '../subgraphs/index.js';

/** A domain in another process. */
export interface RemoteSubgraph {
  readonly definition: SubgraphDefinition;
  /** URL of the process with the domain, without a trailing slash. */
  readonly url: string;
}

/** The parts that run in this process, and the URLs of the parts in other processes. */
export interface Placement {
  readonly hasGateway: boolean;
  readonly localSubgraphs: readonly SubgraphDefinition[];
  /** Subgraphs in other processes that the gateway of this process calls. */
  readonly remoteSubgraphs: readonly RemoteSubgraph[];
}

/**
 * Determines where each part runs. This process runs the parts in `partNames`, or all parts if `partNames` is empty.
 * @throws {ConfigurationError} if the settings in `[cluster]` contradict `partNames`
 */
export function placementOf(partNames: readonly string[], configuration: Configuration): Placement {
  if (partNames.length === 0) {
    assertNoRemoteSubgraphs(configuration);
    return { hasGateway: true, localSubgraphs: subgraphs, remoteSubgraphs: [] };
  }
  const hasGateway = partNames.includes('gateway');
  const localSubgraphs = subgraphs.filter(({ name, isOfGateway }) =>
    isOfGateway ? hasGateway : partNames.includes(name),
  );
  const others = hasGateway ? subgraphs.filter((definition) => !localSubgraphs.includes(definition)) : [];
  const remoteSubgraphs = others.map((definition) => ({ definition, url: addressOf(definition, configuration) }));
  if (configuration.cluster.sharedSecret.length === 0 && (!hasGateway || remoteSubgraphs.length > 0)) {
    throw new ConfigurationError(
      '[cluster] shared_secret is empty: set it to the same secret for the gateway and all subgraphs, which sign their calls with it',
    );
  }
  return { hasGateway, localSubgraphs, remoteSubgraphs };
}

type AddressKey = Exclude<keyof Configuration['cluster'], 'sharedSecret'>;

function addressOf({ name }: SubgraphDefinition, { cluster }: Configuration): string {
  const key = `${name}Url` as AddressKey; // The settings have a URL for each domain.
  if (cluster[key] !== '') return cluster[key];
  throw new ConfigurationError(
    `[cluster] ${snakeCase(key)} is empty: set it to the URL of rampart serve --only ${name}, or add --only ${name} here`,
  );
}

/**
 * Rejects subgraph URLs in a process that runs all subgraphs: they would be ignored, although they state that the
 * subgraphs run in other processes.
 */
function assertNoRemoteSubgraphs({ cluster }: Configuration): void {
  const { sharedSecret: _, ...addresses } = cluster;
  for (const [key, value] of Object.entries(addresses)) {
    if (value === '') continue;
    throw new ConfigurationError(
      `[cluster] ${snakeCase(key)} is set, but all subgraphs run in this process: remove it, or pass --only gateway`,
    );
  }
}
