import { accessAdministration, type Graph, OperatorTokens } from '../gateway/index.js';
import { Sessions } from '../gateway/sessions/index.js';
import type { Platform } from '../platform/subgraph.js';
import { subgraphs } from '../subgraphs/index.js';
import { openEngine } from './engine.js';

/** Runs `work` with the complete graph in this process, without background jobs, and closes the graph afterwards. */
export async function withLocalGraph(platform: Platform, work: (graph: Graph) => Promise<void>): Promise<void> {
  const { configuration, log } = platform;
  const access = accessAdministration({
    ...platform,
    operatorTokens: new OperatorTokens(platform),
    sessions: new Sessions(platform),
  });
  const domains = subgraphs.map((definition) => definition.create({ ...platform, access }));
  const settings = { ...configuration.gateway, engine: 'rampart' as const, apolloPlugins: '' };
  const parts = { domains, placement: { remoteSubgraphs: [] }, remote: { dataSources: [] }, settings, log };
  const { graph, close } = await openEngine(parts);
  try {
    await work(graph);
  } finally {
    await close();
    await Promise.all(domains.map((domain) => domain.close?.()));
  }
}
