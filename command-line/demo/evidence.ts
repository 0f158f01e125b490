import type { Graph } from '../../gateway/index.js';
import { administer } from './administer.js';

/** Number of alerts to which evidence is linked. */
const documentedAlerts = 6;

const worstAlertsQuery = /* GraphQL */ `
  query WorstAndDocuments($first: Int!) {
    alerts(first: $first, filter: { status: [OPEN] }, orderBy: { field: SEVERITY }) {
      nodes {
        id
        endpointId
      }
    }
    driveSites {
      items(first: 100) {
        nodes {
          siteId
          itemId
          path
        }
      }
    }
  }
`;

const linkMutation = /* GraphQL */ `
  mutation LinkSample($input: LinkDriveEvidenceInput!) {
    linkDriveEvidence(input: $input) {
      evidence {
        linkedAt
      }
    }
  }
`;

interface WorstAlerts {
  alerts: { nodes: { id: string; endpointId: string }[] };
  driveSites: { items: { nodes: { siteId: string; itemId: string; path: string }[] } }[];
}

/**
 * Links each of the most severe open alerts to a report on the document site, and the first also to a playbook.
 * @throws {Error} if no document site contains the report or the playbook
 */
export async function linkSampleEvidence(graph: Graph): Promise<void> {
  const data = await administer(graph, worstAlertsQuery, { first: documentedAlerts });
  const { alerts, driveSites } = data as WorstAlerts; // The type matches the query.
  const documents = driveSites.flatMap(({ items }) => items.nodes);
  const linkTo = async (alertId: string, path: string, notes: string): Promise<void> => {
    const document = documents.find((candidate) => candidate.path === path);
    if (document === undefined) throw new Error(`no document site contains ${path}`);
    const { siteId, itemId } = document;
    await administer(graph, linkMutation, { input: { alertId, siteId, itemId, notes } });
  };
  for (const [index, { id, endpointId }] of alerts.nodes.entries()) {
    const number = String(index + 1).padStart(2, '0');
    await linkTo(id, `/incidents/incident-${number}.md`, `Activity on ${endpointId}, hour by hour.`);
    if (index === 0) await linkTo(id, '/playbooks/playbook-01.md', 'Completed up to step 4.');
  }
}
