import type { SubgraphDefinition } from '../platform/subgraph.js';
import { accessSubgraph } from './access/index.js';
import { alertsSubgraph } from './alerts/index.js';
import { auditSubgraph } from './audit/index.js';
import { driveSubgraph } from './drive/index.js';
import { licensesSubgraph } from './licenses/index.js';
import { notificationsSubgraph } from './notifications/index.js';
import { viewerSubgraph } from './viewer/index.js';
import { zonesSubgraph } from './zones/index.js';

/** All domains of the graph. A new domain needs to be added only here, and its name in command-line/part-names.ts. */
export const subgraphs: readonly SubgraphDefinition[] = [
  accessSubgraph,
  alertsSubgraph,
  auditSubgraph,
  driveSubgraph,
  licensesSubgraph,
  notificationsSubgraph,
  viewerSubgraph,
  zonesSubgraph,
];

/** The sources of the events that operators can be notified of. */
export const notificationSources = subgraphs.flatMap(({ notifications }) => notifications ?? []);
