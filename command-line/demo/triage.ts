import type { Graph } from '../../gateway/index.js';
import { administer } from './administer.js';

/** Simulates a team of analysts: the oldest alerts get verdicts, the newest remain open. */
export async function triageSample(graph: Graph): Promise<void> {
  const alerts = await listAlerts(graph);
  const judged = alerts.slice(0, Math.floor(alerts.length / 2));
  for (const [index, { id, attackProb }] of judged.entries()) {
    await administer(graph, submitVerdict, { id, isTruePositive: attackProb > 0.65 || index % 3 === 0 });
  }
  const ids = alerts.slice(judged.length, judged.length + 20).map(({ id }) => id);
  if (ids.length > 0) await administer(graph, acknowledge, { ids });
}

interface OldestAlert {
  id: string;
  attackProb: number;
}

const oldestAlerts = /* GraphQL */ `
  query OldestAlerts {
    alerts(orderBy: { field: LAST_SEEN, direction: ASC }, first: 200) {
      nodes {
        id
        attackProb
      }
    }
  }
`;

const submitVerdict = /* GraphQL */ `
  mutation JudgeSample($id: ID!, $isTruePositive: Boolean!) {
    submitVerdict(input: { alertId: $id, isTruePositive: $isTruePositive, actor: "sample.analyst" }) {
      alert {
        id
      }
    }
  }
`;

const acknowledge = /* GraphQL */ `
  mutation AcknowledgeSample($ids: [ID!]!) {
    changeAlertStatuses(input: { ids: $ids, status: ACKNOWLEDGED, notes: "Seen in the morning round." }) {
      changedCount
    }
  }
`;

async function listAlerts(graph: Graph): Promise<OldestAlert[]> {
  const data = await administer(graph, oldestAlerts, {});
  return (data as { alerts: { nodes: OldestAlert[] } }).alerts.nodes; // The type matches the query.
}
