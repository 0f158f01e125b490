import {
  alertAccess,
  createCallSigner,
  createFetchMetrics,
  type DataSource,
  type FetchMetrics,
  type RemoteDownloads,
  remoteDownloads,
  remoteSubgraph,
} from '../gateway/index.js';
import type { OpenDownload } from '../platform/download.js';
import type { Platform } from '../platform/subgraph.js';
import type { RemoteSubgraph } from './placement.js';

/** Connections of this process's gateway to domains in other processes. */
export interface RemoteSubgraphConnections {
  readonly dataSources: readonly (readonly [name: string, dataSource: DataSource])[];
  readonly downloads: readonly OpenDownload[];
  /** Metrics of the fetches from these domains. */
  readonly fetches: FetchMetrics;
  close(): Promise<void>;
}

/** Creates connections to the processes of these domains, which open on the first request. Calls are signed. */
export function connectRemoteSubgraphs(
  { configuration, clock, telemetry }: Pick<Platform, 'configuration' | 'clock' | 'telemetry'>,
  remoteSubgraphs: readonly RemoteSubgraph[],
): RemoteSubgraphConnections {
  const fetches = createFetchMetrics();
  if (remoteSubgraphs.length === 0) return { dataSources: [], downloads: [], fetches, close: async () => {} };
  const { cluster, auth, graphql } = configuration;
  const { timeoutSeconds } = graphql;
  const isTraced = telemetry !== undefined;
  const sign = createCallSigner({ secrets: cluster.sharedSecret, clock, alerts: alertAccess(auth.alerts) });
  const sources = remoteSubgraphs.map(({ definition: { name }, url }) =>
    remoteSubgraph({ name, url, sign, timeoutSeconds, isTraced, onFetch: fetches.observe }),
  );
  const downloads: RemoteDownloads[] = remoteSubgraphs
    .filter(({ definition }) => definition.createDownloads !== undefined)
    .map(({ definition: { name }, url }) => remoteDownloads({ name, url, sign }));
  return {
    dataSources: remoteSubgraphs.flatMap(({ definition }, index) => {
      const source = sources[index];
      return source === undefined ? [] : [[definition.name, source] as const];
    }),
    downloads: downloads.map(({ open }) => open),
    fetches,
    async close() {
      await Promise.all([...sources, ...downloads].map((part) => part.close()));
    },
  };
}
