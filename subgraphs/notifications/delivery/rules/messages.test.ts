import { describe, expect, test } from 'vitest';
import { bodyFor, occurrenceMessage, summaryMessage, testMessage, toOneLine } from './messages.js';

const at = Date.parse('2026-06-01T12:00:00Z');
const held = {
  reason: 'throttle',
  ...{ since: at - 60_000, until: at },
  counts: { 'brand.hit': 2, 'zone.stale': 1 },
  examples: [{ type: 'brand.hit', id: '1', title: 'Hit 1' }],
} as const;

describe('one line', () => {
  test.each([
    [' a ', 'a'],
    ['a\r\n\tb', 'a b'],
    ['a\u2028b\u2029c\u0085d\u0000e', 'a b c d e'],
    ['\nBcc: x', 'Bcc: x'],
  ])('of %j is %j', (text, line) => expect(toOneLine(text)).toBe(line));

  test('is truncated to 300 characters, counting a surrogate pair as one', () => {
    expect(toOneLine('🚨'.repeat(300))).toBe('🚨'.repeat(300));
    expect(toOneLine('🚨'.repeat(301))).toBe(`${'🚨'.repeat(299)}…`);
  });
});

describe('the message about an occurrence', () => {
  const occurrence = {
    ...{ kind: 'alert.opened', tenantId: 'acme', id: 'a1', title: 'Alert\non host', at },
    facts: { severity: 'HIGH', techniques: ['T1', 'T2'], score: 0, isNew: false },
  };

  test('contains its properties as data and as lines', () => {
    expect(occurrenceMessage(occurrence)).toEqual({
      ...{ type: 'alert.opened', title: 'Alert on host', at },
      data: { id: 'a1', tenantId: 'acme', title: 'Alert on host', ...occurrence.facts },
      lines: ['id: a1', 'tenant: acme', 'severity: HIGH', 'techniques: T1, T2', 'score: 0', 'isNew: false'],
    });
  });

  test('contains no lines for an absent tenant and for empty properties', () => {
    const facts = { verdict: null, endpoint: '', techniques: [], cause: 'line\nbreak' };
    const { data, lines } = occurrenceMessage({ ...occurrence, tenantId: null, facts });
    expect(lines).toEqual(['id: a1', 'cause: line break']);
    expect(data).toMatchObject({ tenantId: null, ...facts });
  });
});

describe('a summary', () => {
  const span = 'Held back from 2026-06-01T11:59:00.000Z to 2026-06-01T12:00:00.000Z: ';

  test('contains the counts, the reason and the examples', () => {
    const title = '3 events held back: 2 brand.hit, 1 zone.stale (Phishing)';
    expect(summaryMessage(held, { name: 'Phishing', at: at + 1 })).toEqual({
      ...{ type: 'notification.summary', title, at: at + 1 },
      data: {
        ...{ title, reason: 'throttle', from: '2026-06-01T11:59:00.000Z', to: '2026-06-01T12:00:00.000Z', total: 3 },
        ...{ counts: held.counts, examples: held.examples },
      },
      lines: [`${span}the maximum number of messages of the rule was reached.`, '- Hit 1', 'and 2 more'],
    });
  });

  test.each([
    ['quiet_hours', 'quiet hours.'],
    ['backlog', 'too many messages of the rule were pending.'],
  ] as const)(
    'held back because of %s states the reason, and ends with the examples if they are all events',
    (reason, text) => {
      const all = { ...held, reason, counts: { 'brand.hit': 1 } };
      expect(summaryMessage(all, { name: 'r', at }).lines).toEqual([`${span}${text}`, '- Hit 1']);
    },
  );
});

describe('a message for', () => {
  const message = {
    ...{ type: 'brand.hit', title: '<!channel> & *', at, data: { id: 'h' } },
    lines: ['name: <a&b>'],
  };

  test('a webhook is its data as JSON', () => {
    const body = { type: 'brand.hit', timestamp: '2026-06-01T12:00:00.000Z', data: { id: 'h' } };
    expect(JSON.parse(bodyFor('webhook', message))).toEqual(body);
  });

  test('an email contains its title, lines, type and time', () => {
    const lines = ['<!channel> & *', '', 'name: <a&b>', '', 'Event: brand.hit', 'Time: 2026-06-01T12:00:00.000Z'];
    expect(bodyFor('mail', message)).toBe(lines.join('\n'));
  });

  test('Slack contains its title and lines, without mentions', () => {
    const text = '*&lt;!channel&gt; &amp; **\nname: &lt;a&amp;b&gt;';
    expect(JSON.parse(bodyFor('slack', message))).toEqual({ text });
  });
});

test('a test message names its rule', () => {
  const title = 'Test of the notification rule Phishing';
  expect(testMessage({ name: 'Phishing', at })).toEqual({
    ...{ type: 'notification.test', title, at, data: { title, rule: 'Phishing' } },
    lines: ['Rampart can reach this target.'],
  });
});
