import type { Graph } from '../../gateway/index.js';
import type { OperatorCaller } from '../../platform/caller.js';
import { dayMs } from '../../platform/durations.js';
import { administer } from './administer.js';
import type { History } from './history.js';

const addSuppressionsMutation = /* GraphQL */ `
  mutation AddSampleRules($scanner: AddAlertSuppressionInput!, $backup: AddAlertSuppressionInput!) {
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
  }
`;

const addNotificationRuleMutation = /* GraphQL */ `
  mutation AddSampleNotifications($input: CreateNotificationRuleInput!) {
    createNotificationRule(input: $input) {
      rule {
        id
      }
    }
  }
`;

/**
 * Adds suppression rules of an analyst. They suppress alerts that are imported afterwards.
 * @param now Unix epoch milliseconds
 */
export async function addSampleRules(history: History, now: number, owner: OperatorCaller | undefined): Promise<void> {
  const variables = {
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
  };
  await history.run(addSuppressionsMutation, variables, owner);
}

/** Adds a notification rule. It is disabled, because its address is an example. */
export async function addSampleNotifications(graph: Graph): Promise<void> {
  await administer(graph, addNotificationRuleMutation, {
    input: {
      name: 'Critical alerts',
      kinds: ['ALERT_OPENED'],
      conditions: [{ field: 'SEVERITY', values: ['critical'] }],
      target: 'MAIL',
      address: 'soc@northwind.example',
      isEnabled: false,
    },
  });
}

const alertsQuery = /* GraphQL */ `
  query AlertsOfCampaign($filter: AlertFilter!) {
    alerts(first: 12, filter: $filter, orderBy: { field: SEVERITY }) {
      nodes {
        id
        tenantId
      }
    }
  }
`;

const openIncidentMutation = /* GraphQL */ `
  mutation OpenSampleIncident($input: OpenIncidentInput!) {
    openIncident(input: $input) {
      incident {
        id
      }
    }
  }
`;

const investigateMutation = /* GraphQL */ `
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

/**
 * Incidents of the sample, by technique. Those with a comment are being investigated. The last one is opened at the end
 * of the history, so most of its alerts are open.
 */
const campaigns = [
  {
    ...{ technique: 'T1566.001', title: 'Phishing with attachments' },
    comment: 'The mail came from a look-alike of a supplier. Mailboxes are being searched for it.',
  },
  {
    ...{ technique: 'T1486', title: 'Files encrypted' },
    comment: 'The hosts are isolated; last night’s backups are intact.',
  },
  { technique: 'T1021.001', title: 'Remote desktop sessions from host to host', comment: '' },
];

interface FoundAlerts {
  readonly alerts: { readonly nodes: readonly { readonly id: string; readonly tenantId: string }[] };
}

/** Simulates analysts who group alerts into incidents. */
export class Casework {
  readonly #history: History;
  readonly #analysts: readonly OperatorCaller[];
  readonly #waiting = new Set(campaigns);

  constructor(history: History, analysts: readonly OperatorCaller[]) {
    this.#history = history;
    this.#analysts = analysts;
  }

  /**
   * Opens an incident for each campaign of the sample, as soon as a tenant has several alerts of the campaign that are
   * not closed.
   * @param options.isEnd whether this is the end of the sample history
   */
  async openIncidents({ isEnd }: { isEnd: boolean }): Promise<void> {
    const campaigns = [...this.#waiting].filter((campaign) => isEnd || campaign.comment !== '');
    for (const campaign of campaigns) if (await this.#open(campaign)) this.#waiting.delete(campaign);
  }

  async #open({ technique, title, comment }: (typeof campaigns)[number]): Promise<boolean> {
    const analyst = this.#analysts[this.#waiting.size % this.#analysts.length];
    const filter = { technique: [technique], status: ['OPEN', 'ACKNOWLEDGED', 'INVESTIGATING'] };
    const { alerts } = (await this.#history.run(alertsQuery, { filter })) as FoundAlerts;
    const ofTenant = alerts.nodes.filter(({ tenantId }) => tenantId === alerts.nodes[0]?.tenantId);
    const alertIds = ofTenant.map(({ id }) => id);
    if (alertIds.length < 2) return false;
    const data = await this.#history.run(openIncidentMutation, { input: { title, alertIds } }, analyst);
    const { id } = (data as { openIncident: { incident: { id: string } } }).openIncident.incident; // The type matches the mutation.
    if (comment === '') return true;
    const incident = { id, status: 'INVESTIGATING' };
    await this.#history.run(investigateMutation, { incident, comment: { id, body: comment } }, analyst);
    return true;
  }
}
