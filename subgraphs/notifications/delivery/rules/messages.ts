import { countOf } from '../../../../platform/count-of.js';
import type { NotificationProperties } from '../../../../platform/notification-source.js';
import type { HeldEvents } from '../../tables.js';
import type { NotificationTarget } from '../../vocabulary.js';

/** A message before it is formatted for a target. */
export interface Message {
  /** Type of the message: the kind of the occurrence, `notification.summary` or `notification.test`. */
  readonly type: string;
  /** Human-readable title, on one line. */
  readonly title: string;
  /** Time of the occurrence or, for summaries and tests, of the message, in Unix epoch milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The human-readable lines after the title. */
  readonly lines: readonly string[];
}

const maxTitleCharacters = 300;

/**
 * Replaces line breaks and other control characters with spaces, because external names, such as those of controllers,
 * zones and accounts, could otherwise add lines to a message.
 */
export function replaceLineBreaks(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Converts a text to one line, truncated to {@link maxTitleCharacters}. */
export function toOneLine(text: string): string {
  const line = replaceLineBreaks(text).trim();
  const characters = [...line];
  return characters.length <= maxTitleCharacters ? line : `${characters.slice(0, maxTitleCharacters - 1).join('')}…`;
}

/** The message about one occurrence. Its lines are the nonempty properties of the occurrence. */
export function occurrenceMessage(occurrence: {
  readonly kind: string;
  readonly tenantId: string | null;
  readonly id: string;
  readonly title: string;
  readonly facts: NotificationProperties;
  readonly at: number;
}): Message {
  const { kind, tenantId, id, facts, at } = occurrence;
  const title = toOneLine(occurrence.title);
  const lines = Object.entries({ id, tenant: tenantId, ...facts })
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => toOneLine(`${name}: ${Array.isArray(value) ? value.join(', ') : value}`));
  return { type: kind, title, at, data: { id, tenantId, title, ...facts }, lines };
}

const reasons: Readonly<Record<HeldEvents['reason'], string>> = {
  throttle: 'the maximum number of messages of the rule was reached',
  quiet_hours: 'quiet hours',
  backlog: 'too many messages of the rule were pending',
};

/** The summary of all events that a rule held back, as one message. */
export function summaryMessage(held: HeldEvents, rule: { readonly name: string; readonly at: number }): Message {
  const total = Object.values(held.counts).reduce((sum, count) => sum + count, 0);
  const omittedCount = total - held.examples.length;
  const [from, to] = [new Date(held.since).toISOString(), new Date(held.until).toISOString()];
  const counts = Object.entries(held.counts).map(countText).join(', ');
  const title = toOneLine(`${countOf(total, 'event')} held back: ${counts} (${rule.name})`);
  return {
    type: 'notification.summary',
    title,
    at: rule.at,
    data: { title, reason: held.reason, from, to, total, counts: held.counts, examples: held.examples },
    lines: [
      `Held back from ${from} to ${to}: ${reasons[held.reason]}.`,
      ...held.examples.map((example) => `- ${example.title}`),
      ...(omittedCount > 0 ? [`and ${omittedCount} more`] : []),
    ],
  };
}

function countText([kind, count]: [string, number]): string {
  return `${count} ${kind}`;
}

/** The test message of a rule. */
export function testMessage(rule: { readonly name: string; readonly at: number }): Message {
  const title = toOneLine(`Test of the notification rule ${rule.name}`);
  const lines = ['Rampart can reach this target.'];
  return { type: 'notification.test', title, at: rule.at, data: { title, rule: rule.name }, lines };
}

/** Formats a message for a target: the body of a request, or the text of an email. */
export function bodyFor(target: NotificationTarget, { type, title, at, data, lines }: Message): string {
  if (target === 'webhook') return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  if (target === 'mail')
    return [title, '', ...lines, '', `Event: ${type}`, `Time: ${new Date(at).toISOString()}`].join('\n');
  const text = [`*${escapeForSlack(title)}*`, ...lines.map(escapeForSlack)].join('\n');
  return JSON.stringify({ text });
}

/** Escapes the control characters of Slack ("Formatting text"), which also begin mentions such as <!channel>. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
