import type { Graph } from '../../gateway/index.js';
import { administer } from './administer.js';

const dayMs = 86_400_000;

const addRules = /* GraphQL */ `
  mutation AddSampleRules($scanner: AddAlertSuppressionInput!, $backup: AddAlertSuppressionInput!, $notification: CreateNotificationRuleInput!) {
    scanner: addAlertSuppression(input: $scanner) {
      suppression {
        id
      }
    }
    backup: addAlertSuppression(input: $backup) {
      suppression {
        id
      }
    }
    createNotificationRule(input: $notification) {
      rule {
        id
      }
    }
  }
`;

/**
 * Adds rules that suppress alerts which are imported after them, and a rule for notifications. It is disabled, because
 * its address is an example.
 * @param now Unix epoch milliseconds
 */
export async function addSampleRules(graph: Graph, now: number): Promise<void> {
  await administer(graph, addRules, {
    scanner: {
      filter: { tenantId: 'fabrikam', endpointId: 'srv-001.fabrikam.example' },
      reason: 'Vulnerability scanner of the security team',
      endsAt: new Date(now + 30 * dayMs).toISOString(),
    },
    backup: {
      filter: { tenantId: 'contoso', technique: ['T1053.005'], severity: ['LOW', 'MEDIUM'] },
      reason: 'Scheduled tasks of the new backup software',
      endsAt: new Date(now + 7 * dayMs).toISOString(),
    },
    notification: {
      name: 'Critical alerts',
      kinds: ['ALERT_OPENED'],
      conditions: [{ field: 'SEVERITY', values: ['critical'] }],
      target: 'MAIL',
      address: 'soc@northwind.example',
      isEnabled: false,
    },
  });
}

const findAlerts = /* GraphQL */ `
  query AlertsOfCampaign($filter: AlertFilter!) {
    alerts(first: 12, filter: $filter, orderBy: { field: SEVERITY }) {
      nodes {
        id
      }
    }
  }
`;

const openIncident = /* GraphQL */ `
  mutation OpenSampleIncident($input: OpenIncidentInput!) {
    openIncident(input: $input) {
      incident {
        id
      }
    }
  }
`;

const investigate = /* GraphQL */ `
  mutation InvestigateSample($incident: UpdateIncidentInput!, $comment: AddIncidentCommentInput!) {
    updateIncident(input: $incident) {
      incident {
        id
      }
    }
    addIncidentComment(input: $comment) {
      incident {
        id
      }
    }
  }
`;

/** Campaigns of the sample, by tenant and technique. Those with a comment are being investigated. */
const campaigns = [
  {
    ...{ tenantId: 'northwind', technique: 'T1566.001', title: 'Phishing with attachments' },
    comment: 'The mail came from a look-alike of a supplier. Mailboxes are being searched for it.',
  },
  {
    ...{ tenantId: 'contoso', technique: 'T1486', title: 'Files encrypted' },
    comment: 'The hosts are isolated; backups of the night before are intact.',
  },
  { tenantId: 'fabrikam', technique: 'T1021.001', title: 'Remote desktop sessions from host to host', comment: '' },
];

/** Opens incidents with the most severe alerts of campaigns that are not closed; campaigns without any are left out. */
export async function openSampleIncidents(graph: Graph): Promise<void> {
  for (const { tenantId, technique, title, comment } of campaigns) {
    const filter = { tenantId, technique: [technique], status: ['OPEN', 'ACKNOWLEDGED'] };
    const found = (await administer(graph, findAlerts, { filter })) as { alerts: { nodes: { id: string }[] } }; // As above.
    const alertIds = found.alerts.nodes.map(({ id }) => id);
    if (alertIds.length === 0) continue;
    const data = await administer(graph, openIncident, { input: { title, alertIds } });
    const { id } = (data as { openIncident: { incident: { id: string } } }).openIncident.incident; // As above.
    if (comment !== '') {
      const incident = { id, status: 'INVESTIGATING' };
      await administer(graph, investigate, { incident, comment: { id, body: comment } });
    }
  }
}
