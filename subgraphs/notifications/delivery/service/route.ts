import { setImmediate } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import {
  closeEventCursor,
  type LoggedEvent,
  openEventCursor,
  readAtCursor,
} from '../../../../platform/events/index.js';
import type { NotificationKindName, NotificationSource, Occurrence } from '../../../../platform/notification-source.js';
import type { NotificationDependencies } from '../../dependencies.js';
import {
  activateRules,
  type EnabledRule,
  insertDeliveries,
  lockRules,
  type NewDelivery,
  selectActivity,
  selectEnabledRules,
  updateThrottleState,
} from '../repository/routing.js';
import { isMatch } from '../rules/matching.js';
import { bodyFor, type Message, occurrenceMessage, summaryMessage } from '../rules/messages.js';
import { quietHoursOf } from '../rules/quiet-hours.js';
import { admit, type Limits, release, type ThrottleState } from '../rules/throttle.js';

/** Name of the cursor of notifications in the event log. */
export const cursorName = 'notifications';

/** Maximum number of events per transaction. An event of an import contains up to 500 alerts. */
const eventsPerPage = 40;
/** Number of occurrences that are matched and throttled without a pause for other work. */
const occurrencesPerTurn = 500;

/** An occurrence with the time of its event, in Unix epoch seconds by the clock of the database. */
type TimedOccurrence = Occurrence & { readonly at: number };

/**
 * Creates deliveries for new events, in the transaction that advances the cursor. Each event is therefore routed
 * exactly once, by one process at a time.
 * @returns whether there may be more events
 */
export async function routeEvents(dependencies: NotificationDependencies): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const { isEnabled, isActiveLater, hasCursor } = await database.guard((sql) => selectActivity(sql));
  if (!isEnabled) {
    if (hasCursor) await database.transaction(endRouting);
    return false;
  }
  if (isActiveLater) await database.guard((sql) => activateRules(sql));
  return await database.transaction(async (sql) => {
    // A restored database has rules, but no cursor.
    if (!hasCursor) await openEventCursor(sql, cursorName);
    const reading = await readAtCursor(sql, { name: cursorName, limit: eventsPerPage });
    if (reading === undefined) return false;
    if ('lost' in reading) {
      log.error({ reason: reading.lost }, 'events were removed before operators were notified of them');
      return false;
    }
    const rules = await selectEnabledRules(sql);
    const occurrences = await occurrencesOf(sql, { sources: dependencies.sources, rules, events: reading.page.events });
    const now = clock.now();
    const added: NewDelivery[] = [];
    for (const rule of rules) {
      const { state, messages } = await throttleMessages(rule, occurrences, now);
      const { target } = rule;
      added.push(
        ...messages.map((message) => ({
          ...{ ruleId: rule.id, kind: message.type, title: message.title, body: bodyFor(target, message) },
        })),
      );
      const { windowStartsAt, windowCount, held } = state;
      // A new window can have as many messages as the one before.
      const isSameWindow = windowStartsAt === rule.windowStartsAt && windowCount === rule.windowCount;
      if (!isSameWindow || held !== rule.held)
        await updateThrottleState(sql, { ruleId: rule.id, windowStartsAt, windowCount, held });
    }
    if (added.length > 0) await insertDeliveries(sql, { added, now });
    return reading.page.isFull;
  });
}

/** Stops the retention of events for routing, unless a rule was enabled in the meantime. */
async function endRouting(sql: TransactionSql): Promise<void> {
  await lockRules(sql);
  const { isEnabled } = await selectActivity(sql);
  if (!isEnabled) await closeEventCursor(sql, { name: cursorName });
}

/**
 * The messages that a rule queues now, and its new throttle state, including the events that it holds back. Other work
 * of the process continues between groups of occurrences.
 */
async function throttleMessages(
  rule: EnabledRule,
  occurrences: readonly TimedOccurrence[],
  now: number,
): Promise<{ state: ThrottleState; messages: Message[] }> {
  const limits: Limits = { ...rule, quietHours: quietHoursOf(rule) };
  const summarize = (held: NonNullable<ThrottleState['held']>) => summaryMessage(held, { name: rule.name, at: now });
  const messageOf = (event: TimedOccurrence) => occurrenceMessage({ ...event, at: event.at * 1000 });
  let { state, messages } = release({ state: rule, limits, now, summarize });
  for (let start = 0; start < occurrences.length; start += occurrencesPerTurn) {
    if (start > 0) await setImmediate();
    const events = occurrences
      .slice(start, start + occurrencesPerTurn)
      .filter((occurrence) => occurrence.at >= rule.activeFrom && isMatch(rule, occurrence));
    const admission = admit({ state, limits, now, events, messageOf });
    state = admission.state;
    messages = messages.concat(admission.messages);
  }
  return { state, messages };
}

/** The occurrences of a page of events, in the order of the events. Each source reads all of its events together. */
async function occurrencesOf(
  sql: Parameters<NotificationSource['occurrencesOf']>[0],
  page: { sources: readonly NotificationSource[]; rules: readonly EnabledRule[]; events: readonly LoggedEvent[] },
): Promise<TimedOccurrence[]> {
  const kindsOfRules = new Set<NotificationKindName>(page.rules.flatMap(({ kinds }) => kinds));
  const occurrencesByEvent = new Map<LoggedEvent, readonly Occurrence[]>();
  for (const source of page.sources) {
    if (!source.kinds.some((kind) => kindsOfRules.has(kind))) continue;
    const events = page.events.filter(({ type }) => type === source.eventType);
    if (events.length === 0) continue;
    const occurrences = await source.occurrencesOf(sql, events, kindsOfRules);
    for (const [index, event] of events.entries()) occurrencesByEvent.set(event, occurrences[index] ?? []);
  }
  return page.events.flatMap((event) =>
    (occurrencesByEvent.get(event) ?? []).map((occurrence) => ({ ...occurrence, at: event.at })),
  );
}
