import type { SubgraphDefinition } from '../platform/subgraph.js';
import { alertsSubgraph } from './alerts/index.js';
import { auditSubgraph } from './audit/index.js';
import { driveSubgraph } from './drive/index.js';
import { licensesSubgraph } from './licenses/index.js';
import { zonesSubgraph } from './zones/index.js';

/** Every domain of the graph. A new one is added here, and nowhere else in the gateway. */
export const subgraphs: readonly SubgraphDefinition[] = [
  alertsSubgraph,
  auditSubgraph,
  driveSubgraph,
  licensesSubgraph,
  zonesSubgraph,
];
