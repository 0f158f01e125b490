import type { Graph } from '../../gateway/index.js';
import { administer } from './administer.js';

/** How many of the worst alerts somebody has begun to write down. */
const documented = 6;

const worstAndDocuments = /* GraphQL */ `
  query WorstAndDocuments($first: Int!) {
    alerts(first: $first, filter: { status: [OPEN] }, orderBy: { field: SEVERITY }) {
      nodes {
        id
        endpointId
      }
    }
    driveSites {
      id
      items(first: 100) {
        nodes {
          id
          path
        }
      }
    }
  }
`;

const link = /* GraphQL */ `
  mutation LinkSample($input: LinkDriveEvidenceInput!) {
    linkDriveEvidence(input: $input) {
      evidence {
        linkedAt
      }
    }
  }
`;

interface WorstAndDocuments {
  alerts: { nodes: { id: string; endpointId: string }[] };
  driveSites: { id: string; items: { nodes: { id: string; path: string }[] } }[];
}

/** What an analyst would have done: each of the worst open alerts has a report on the document site, the first also a playbook. */
export async function linkSampleEvidence(graph: Graph): Promise<void> {
  const data = await administer(graph, worstAndDocuments, { first: documented });
  const { alerts, driveSites } = data as WorstAndDocuments; // What the query asks for.
  const documents = driveSites.flatMap(({ id, items }) => items.nodes.map((item) => ({ siteId: id, ...item })));
  const linkTo = async (alertId: string, path: string, note: string): Promise<void> => {
    const document = documents.find((candidate) => candidate.path === path);
    if (document === undefined) throw new Error(`the document site has no ${path}`);
    await administer(graph, link, { input: { alertId, siteId: document.siteId, itemId: document.id, note } });
  };
  for (const [index, { id, endpointId }] of alerts.nodes.entries()) {
    const number = String(index + 1).padStart(2, '0');
    await linkTo(id, `/incidents/incident-${number}.md`, `What was seen on ${endpointId}, hour by hour.`);
    if (index === 0) await linkTo(id, '/playbooks/playbook-01.md', 'Followed up to step 4.');
  }
}
