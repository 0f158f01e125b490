import { callerId } from '../../platform/audit/index.js';
import type { OperatorCaller } from '../../platform/caller.js';
import { hourMs, minuteMs } from '../../platform/durations.js';
import type { History } from './history.js';
import { seededRandom } from './seeded-random.js';

/** The model that is wrong more often. */
const lessPreciseModel = 'gat-2';
/** Number of alerts that the analysts acknowledge and close in an hour. */
const capacity = { acknowledged: 5, closed: 5 };

interface WaitingAlert {
  readonly id: string;
  readonly status: 'OPEN' | 'ACKNOWLEDGED' | 'INVESTIGATING';
  readonly severity: string;
  readonly attackProb: number;
  readonly modelName: string;
  readonly assignee: { readonly id: string } | null;
}

/**
 * Simulates analysts who work twelve hours a day; nobody works at night. Their current shift began two hours before the
 * end of the history, so alerts of the night, including overdue ones, remain at the end.
 */
export class Shift {
  readonly #history: History;
  readonly #analysts: readonly OperatorCaller[];
  readonly #untilMs: number;
  readonly #random = seededRandom(7);

  /** @param options.untilMs end of the history in Unix epoch milliseconds */
  constructor(options: { history: History; analysts: readonly OperatorCaller[]; untilMs: number }) {
    this.#history = options.history;
    this.#analysts = options.analysts;
    this.#untilMs = options.untilMs;
  }

  /** Whether someone works in the hour that begins at `startMs`, in Unix epoch milliseconds. */
  isOn(startMs: number): boolean {
    const hoursLeft = Math.round((this.#untilMs - startMs) / hourMs) % 24;
    return hoursLeft <= 2 || hoursLeft > 14;
  }

  /** Works for the hour that begins at `startMs`, in Unix epoch milliseconds. */
  async work(startMs: number): Promise<void> {
    const { alerts } = (await this.#history.run(waitingAlertsQuery, {})) as { alerts: { nodes: WaitingAlert[] } }; // The type matches the query.
    const opened = alerts.nodes.filter(({ status }) => status === 'OPEN').slice(0, capacity.acknowledged);
    const inProgress = alerts.nodes.filter(({ status }) => status !== 'OPEN');
    await this.#acknowledge(opened.slice(0, 2), startMs + 8 * minuteMs);
    await this.#acknowledge(opened.slice(2), startMs + 27 * minuteMs);
    this.#history.moveTo(startMs + 48 * minuteMs);
    await Promise.all(inProgress.slice(0, capacity.closed).map((alert) => this.#decide(alert)));
  }

  async #acknowledge(alerts: readonly WaitingAlert[], atMs: number): Promise<void> {
    if (alerts.length === 0) return;
    this.#history.moveTo(atMs);
    const analyst = this.#pick(this.#analysts);
    const ids = alerts.map(({ id }) => id);
    await this.#history.run(acknowledgeMutation, { ids, assigneeId: callerId(analyst) }, analyst);
  }

  /** Decides on an alert; some of the alerts that look real are investigated first. */
  async #decide({ id, status, severity, attackProb, modelName, assignee }: WaitingAlert): Promise<void> {
    const analyst =
      this.#analysts.find((candidate) => callerId(candidate) === assignee?.id) ?? this.#pick(this.#analysts);
    const isTruePositive = attackProb > (modelName === lessPreciseModel ? 0.86 : 0.76) - this.#random() * 0.25;
    const isUnclear = isTruePositive && (severity === 'CRITICAL' || severity === 'HIGH') && this.#random() < 0.35;
    if (isUnclear) {
      const input = { alertId: id, body: this.#pick(investigationComments) };
      if (status === 'ACKNOWLEDGED') await this.#history.run(investigateMutation, { id, input }, analyst);
      return;
    }
    const notes = this.#pick(isTruePositive ? confirmationNotes : dismissalNotes);
    await this.#history.run(verdictMutation, { id, isTruePositive, notes }, analyst);
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T; // The lists are never empty.
  }
}

/**
 * Ends the shift: an analyst assigns alerts to the administrator of the demo, and mentions the administrator in
 * comments.
 * @param options.to the administrator as an assignee
 */
export async function handOver(
  history: History,
  { from, to, tenantId }: { from: OperatorCaller; to: { id: string; name: string }; tenantId: string },
): Promise<void> {
  const { alerts } = (await history.run(mostSevereAlertsQuery, { tenantId })) as {
    alerts: { nodes: { id: string }[] };
  }; // The type matches the query.
  const ids = alerts.nodes.map(({ id }) => id);
  if (ids[0] === undefined) return;
  const input = { alertId: ids[0], body: `@${to.name} please take over: the host also talked to a look-alike domain.` };
  await history.run(handOverMutation, { ids, assigneeId: to.id, input }, from);
}

const investigationComments = [
  'The parent process is a browser; asked the owner of the host what was opened.',
  'The same technique on a second host in this hour. Comparing the process trees.',
  'Isolated the host. A memory image is being taken.',
  'The account was used from two places at once; its password was reset.',
];
const confirmationNotes = [
  'Confirmed by the owner of the host. Reinstalled.',
  'The program was removed and its hash blocked.',
  'Account locked, sessions ended.',
];
const dismissalNotes = [
  'Software deployment of the administrators.',
  'Announced penetration test.',
  'Backup job with a new schedule.',
  'The model was not trained on this installer.',
];

const waitingAlertsQuery = /* GraphQL */ `
  query WaitingAlerts {
    alerts(first: 60, filter: { status: [OPEN, ACKNOWLEDGED, INVESTIGATING] }, orderBy: { field: DUE, direction: ASC }) {
      nodes {
        id
        status
        severity
        attackProb
        modelName
        assignee {
          id
        }
      }
    }
  }
`;

const acknowledgeMutation = /* GraphQL */ `
  mutation AcknowledgeSample($ids: [ID!]!, $assigneeId: ID!) {
    changeAlertStatuses(input: { ids: $ids, status: ACKNOWLEDGED }) {
      changedCount
    }
    assignAlerts(input: { ids: $ids, assigneeId: $assigneeId }) {
      changedCount
    }
  }
`;

const investigateMutation = /* GraphQL */ `
  mutation InvestigateSampleAlert($id: ID!, $input: AddAlertCommentInput!) {
    updateAlert(input: { id: $id, status: INVESTIGATING }) {
      alert {
        id
      }
    }
    addAlertComment(input: $input) {
      comment {
        id
      }
    }
  }
`;

const verdictMutation = /* GraphQL */ `
  mutation JudgeSample($id: ID!, $isTruePositive: Boolean!, $notes: String!) {
    submitVerdict(input: { alertId: $id, isTruePositive: $isTruePositive, notes: $notes }) {
      alert {
        id
      }
    }
  }
`;

const mostSevereAlertsQuery = /* GraphQL */ `
  query MostSevereAlerts($tenantId: ID!) {
    alerts(
      first: 4
      filter: { tenantId: $tenantId, status: [OPEN, ACKNOWLEDGED, INVESTIGATING] }
      orderBy: { field: SEVERITY }
    ) {
      nodes {
        id
      }
    }
  }
`;

const handOverMutation = /* GraphQL */ `
  mutation PassOnSample($ids: [ID!]!, $assigneeId: ID!, $input: AddAlertCommentInput!) {
    assignAlerts(input: { ids: $ids, assigneeId: $assigneeId }) {
      changedCount
    }
    addAlertComment(input: $input) {
      comment {
        id
      }
    }
  }
`;
