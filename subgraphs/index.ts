import type { SubgraphDefinition } from '../platform/subgraph.js';
import { accessSubgraph } from './access/index.js';
import { alertsSubgraph } from './alerts/index.js';
import { auditSubgraph } from './audit/index.js';
import { driveSubgraph } from './drive/index.js';
import { licensesSubgraph } from './licenses/index.js';
import { notificationsSubgraph } from './notifications/index.js';
import { viewerSubgraph } from './viewer/index.js';
import { zonesSubgraph } from './zones/index.js';

/** The subgraphs of all domains. To add a domain, add it here, and add its name to command-line/part-names.ts. */
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

/** The sources of the events about which operators can be notified. */
export const notificationSources = subgraphs.flatMap(({ notifications }) => notifications ?? []);
