import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/index.js';
import { array, fetchRows, rawQuery, uuid } from '../../platform/database/statements/index.js';
import type { LoggedEvent } from '../../platform/events/index.js';
import type { NotificationKindName, NotificationSource, Occurrence } from '../../platform/notification-source.js';
import { incidentSource } from './incidents/index.js';
import { alert } from './tables.js';

const selectAlerts = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  rawQuery(
    {
      ...{ id: alert.id, tenantId: alert.tenantId, endpointId: alert.endpointId, severity: alert.severity },
      ...{ status: alert.status, platform: alert.platform, attackProb: alert.attackProb },
      ...{ ttpTechniques: alert.ttpTechniques, modelName: alert.modelName, suppressedBy: alert.suppressedBy },
    },
    (columns) => sql`select ${columns} from ${alert} where ${alert.id} = any(${ids})`,
  ),
);

type AlertRow = Awaited<ReturnType<typeof selectAlerts>>[number];

/** The alerts with these ids in their current state, by id, without deleted alerts. */
async function alertsById(executor: Executor, ids: readonly string[]): Promise<Map<string, AlertRow>> {
  if (ids.length === 0) return new Map();
  const found = await selectAlerts(executor, { ids: [...new Set(ids)] });
  return new Map(found.map((row) => [row.id, row]));
}

function factsOf(row: AlertRow): Occurrence['facts'] {
  const { endpointId: endpoint, modelName: model, ttpTechniques: techniques, severity, status, platform } = row;
  return { severity, status, endpoint, model, platform, techniques, attackProb: row.attackProb };
}

/** The data of an event that the trigger on `alert` writes. */
interface AlertEvent {
  readonly change: 'opened' | 'changed';
  readonly ids: readonly string[];
  /**
   * Present if the alerts are suppressed. No notifications are sent for suppressed alerts. Their restoration is
   * reported like an opening.
   */
  readonly suppressed?: true;
}

/** Converts events of alerts that were opened or changed to occurrences. */
const alertSource: NotificationSource = {
  eventType: 'alerts',
  kinds: ['alert.opened', 'alert.changed'],
  async occurrencesOf(executor, events, requestedKinds) {
    const eventsWithIds = events.map((event) => {
      const { change, ids: eventIds, suppressed } = dataOf<AlertEvent>(event);
      const ids = suppressed === true ? [] : eventIds;
      const kind: NotificationKindName = change === 'opened' ? 'alert.opened' : 'alert.changed';
      return { change, ids, kind };
    });
    const alerts = await alertsById(
      executor,
      eventsWithIds.flatMap(({ ids, kind }) => (requestedKinds.has(kind) ? ids : [])),
    );
    return eventsWithIds.map(({ ids, change, kind }) =>
      ids.flatMap((id): Occurrence[] => {
        const row = requestedKinds.has(kind) ? alerts.get(id) : undefined;
        if (row === undefined) return [];
        const title =
          change === 'opened'
            ? `Alert on ${row.endpointId} (${row.severity}, ${row.tenantId})`
            : `Alert on ${row.endpointId} is ${row.status} (${row.severity}, ${row.tenantId})`;
        return [{ kind, tenantId: row.tenantId, id, title, facts: factsOf(row) }];
      }),
    );
  },
};

/** The data of an event that the trigger on `alert_verdict` writes. */
interface VerdictEvent {
  readonly verdicts: readonly { readonly alertId: string; readonly isTruePositive: boolean }[];
}

/** Converts events of verdicts to occurrences. */
const verdictSource: NotificationSource = {
  eventType: 'verdicts',
  kinds: ['alert.verdict'],
  async occurrencesOf(executor, events) {
    const verdictsOfEvents = events.map((event) => dataOf<VerdictEvent>(event).verdicts);
    const alerts = await alertsById(
      executor,
      verdictsOfEvents.flat().map(({ alertId }) => alertId),
    );
    return verdictsOfEvents.map((verdicts) =>
      verdicts.flatMap(({ alertId, isTruePositive }): Occurrence[] => {
        const row = alerts.get(alertId);
        if (row === undefined || row.suppressedBy !== null) return [];
        const verdict = isTruePositive ? 'true_positive' : 'false_positive';
        const title = `${isTruePositive ? 'True positive' : 'False positive'}: alert on ${row.endpointId} (${row.tenantId})`;
        const facts = { ...factsOf(row), verdict };
        return [{ kind: 'alert.verdict', tenantId: row.tenantId, id: alertId, title, facts }];
      }),
    );
  },
};

function dataOf<Data>({ data }: LoggedEvent): Data {
  return JSON.parse(data);
}

export const alertNotifications: readonly NotificationSource[] = [alertSource, verdictSource, incidentSource];
