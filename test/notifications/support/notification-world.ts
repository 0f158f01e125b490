import { afterAll, beforeAll, beforeEach } from 'vitest';
import { localRequest, type OperatorCaller } from '../../../platform/caller.js';
import { silentLog as log } from '../../../platform/log.js';
import { notificationSources } from '../../../subgraphs/index.js';
import { changeRule, createRule } from '../../../subgraphs/notifications/administration/service/change-rules.js';
import { listDeliveries, listRules } from '../../../subgraphs/notifications/administration/service/lists.js';
import type { CreateNotificationRuleInput } from '../../../subgraphs/notifications/administration/types-mutations.js';
import { createTargetSender, routeEvents, sendNext } from '../../../subgraphs/notifications/delivery/index.js';
import type { NotificationDependencies } from '../../../subgraphs/notifications/dependencies.js';
import { notificationDependencies } from '../../../subgraphs/notifications/service.js';
import { NotificationKind, NotificationTarget } from '../../../subgraphs/notifications/vocabulary.js';
import { openTestDatabase, type TestDatabase, testPlatform } from '../../support/index.js';
import { testClock } from '../../support/test-clock.js';
import { type Receiver, startReceiver } from './receiver.js';

export const admin = { ...localRequest, requestId: 'test' };

export function analystOf(...tenants: string[]) {
  const [tenantId = ''] = tenants;
  const caller: OperatorCaller = { kind: 'operator', name: 'ann', role: 'analyst', tenantId, tenants };
  return { ...admin, caller };
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;

/** A database, a receiver, and a clock that tests move. Use it only inside of tests and hooks. */
export function describeNotifications(environment: Record<string, string> = {}) {
  const clock = testClock(Date.UTC(2026, 5, 1, 12));
  let opened: TestDatabase;
  let receiver: Receiver;
  let dependencies: NotificationDependencies;

  beforeAll(async () => {
    opened = await openTestDatabase({ RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true', ...environment });
    receiver = await startReceiver();
    const created = notificationDependencies({ ...testPlatform(opened, { clock, log }), notificationSources });
    // On a busy machine, a response can take longer than a few hundred milliseconds.
    const targets = createTargetSender({ allowPrivate: true, timeoutMs: 2000 });
    dependencies = { ...created, random: () => 0, targets };
  });
  beforeEach(async () => {
    await opened.database.sql`truncate notifications.rule cascade`;
    await opened.database.sql`delete from platform.event_cursor`;
    clock.milliseconds = Date.UTC(2026, 5, 1, 12);
    receiver.requests.length = 0;
    receiver.next.length = 0;
  });
  afterAll(async () => {
    await dependencies?.targets.close();
    receiver?.close();
    await opened?.close();
  });

  let names = 0;
  async function addRule(input: Partial<CreateNotificationRuleInput> = {}) {
    const name = `rule ${++names}`;
    const kinds = [NotificationKind.ACCOUNT_REQUESTED];
    const fields = { name, kinds, target: NotificationTarget.WEBHOOK, address: `${receiver.url}/hook` };
    return await createRule(dependencies, admin, { ...fields, ...input });
  }

  /** Records an account request of each username, an event of which the rules of `addRule` notify by default. */
  async function recordEvents(...usernames: string[]): Promise<void> {
    for (const username of usernames) {
      await opened.database.sql`insert into platform.event (type, data)
        values ('account-requests', jsonb_build_object('id', gen_random_uuid(), 'username', ${username}::text))`;
    }
  }

  async function routeAllEvents(): Promise<void> {
    while (await routeEvents(dependencies));
  }

  /** Routes events, and sends all due messages. */
  async function routeAndSend(usedDependencies = dependencies): Promise<void> {
    await routeAllEvents();
    while (await sendNext(usedDependencies));
  }

  async function expireLeases(): Promise<void> {
    await opened.database.sql`update notifications.queue set leased_until = 0`;
  }

  async function stateOf(id: string) {
    const { nodes } = await listRules(dependencies, admin, {});
    return nodes.find((node) => node.id === id);
  }

  async function deliveriesOf(ruleId: string) {
    const { nodes } = await listDeliveries(dependencies, admin, { filter: { ruleId } });
    return nodes.toReversed();
  }

  return {
    clock,
    addRule,
    recordEvents,
    routeEvents: routeAllEvents,
    routeAndSend,
    expireLeases,
    stateOf,
    deliveriesOf,
    changeRule: (input: Parameters<typeof changeRule>[2]) => changeRule(dependencies, admin, input),
    /** The usernames in the requests to a path, in order. */
    usernamesAt: (path = '/hook') => receiver.bodies(path).map(({ data }) => data.username ?? data.title),
    get sql() {
      return opened.database.sql;
    },
    get dependencies() {
      return dependencies;
    },
    get receiver() {
      return receiver;
    },
  };
}
