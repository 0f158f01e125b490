import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { fieldSet } from '../../../../platform/field-set.js';
import { quoted } from '../../../../platform/quoted.js';
import { type Person, personOf } from '../../people/index.js';
import type { Tenants } from '../../tenants.js';
import type { AlertStatus } from '../../vocabulary.js';
import { type AlertRow, selectAlerts } from '../repository/alerts.js';
import type { ExpectedTimes } from '../repository/expected-times.js';
import { alertNotFound } from './read-alerts.js';

/** The values of an alert that triage sets. Null: the value is not set, or not part of the change. */
interface TriageState {
  readonly status: AlertStatus | null;
  readonly notes: string | null;
  readonly actor: string | null;
  readonly assignee: Person | null;
  /** Time of the last change; in a request, the expected time. */
  readonly updatedAt: Date | null;
}

/** A change that was rejected because the status or assignee of the alert was set after the expected time. */
export interface Conflict {
  readonly theirs: TriageState;
  readonly yours: TriageState;
}

/** Reason why an alert was not changed. */
export interface Rejection {
  readonly error: DomainError;
  readonly conflict: Conflict | null;
}

const fields = fieldSet<keyof AlertRow>([
  ...(['tenantId', 'status', 'notes', 'actor', 'assigneeId', 'assigneeName', 'updatedAt'] as const),
]);

interface RejectedChange {
  readonly ids: readonly string[];
  readonly tenants: Tenants;
  readonly expected: ExpectedTimes;
  readonly windowSeconds: number;
  readonly yours: Omit<TriageState, 'updatedAt'>;
  /** Tenants for which the new assignee has a role; null: all tenants. */
  readonly assigneeTenants?: Tenants;
}

/** Returns a function that maps the id of an unchanged alert to the reason why the change was rejected. */
export async function readRejections(executor: Executor, change: RejectedChange): Promise<(id: string) => Rejection> {
  const ids = [...new Set(change.ids.map((id) => id.toLowerCase()))];
  const found = ids.length === 0 ? [] : await selectAlerts(executor, { ...change, ids, fields });
  // The query selects all fields that rejections read.
  const alerts = new Map(found.map((alert) => [alert.id, alert as AlertRow]));
  return (id) => {
    const alert = alerts.get(id.toLowerCase());
    if (alert === undefined) return { error: alertNotFound(id), conflict: null };
    return isInTenants(change.assigneeTenants, alert)
      ? conflictRejection(change, alert)
      : assigneeRejection(change, alert);
  };
}

function isInTenants(tenants: Tenants | undefined, { tenantId }: AlertRow): boolean {
  return tenants === undefined || tenants === null || tenants.includes(tenantId);
}

function assigneeRejection({ yours }: RejectedChange, { tenantId }: AlertRow): Rejection {
  const name = yours.assignee?.name ?? '';
  const message = `${quoted(name)} may not change alerts of the tenant ${quoted(tenantId)}: assign a person from alertPeople`;
  return { error: invalidArgument('assigneeId', message), conflict: null };
}

function conflictRejection({ expected, yours }: RejectedChange, alert: AlertRow): Rejection {
  const at = expected.get(alert.id);
  const conflict = {
    theirs: {
      ...{ status: alert.status, notes: alert.notes, actor: alert.actor, updatedAt: alert.updatedAt },
      assignee: personOf(alert.assigneeId, alert.assigneeName),
    },
    yours: { ...yours, updatedAt: at === undefined ? null : new Date(at) },
  };
  const message = `The status or assignee of alert ${alert.id} was set after expectedUpdatedAt${at === undefined ? '' : ` (${new Date(at).toISOString()})`}: compare "theirs" with "yours" in this error, and repeat the change with the updatedAt of "theirs"`;
  const details = { id: alert.id, theirs: toGraphState(conflict.theirs), yours: toGraphState(conflict.yours) };
  return { error: new DomainError('CONFLICT', message, details), conflict };
}

/** Converts the state to the names and values of the GraphQL schema. */
function toGraphState({ status, updatedAt, ...state }: TriageState): Record<string, unknown> {
  return { ...state, status: status?.toUpperCase() ?? null, updatedAt: updatedAt?.toISOString() ?? null };
}
