import { expect, test } from 'vitest';
import { parseVisits, type Visits, visitsAfterUse } from './visits.js';

const minuteMs = 60_000;
const start = Date.parse('2026-01-31T08:00:00Z');

/** The end of the previous visit after uses at these minutes, in minutes after `start`. */
function previousEndAfter(...minutes: number[]): number | undefined {
  let visits: Visits | undefined;
  for (const minute of minutes) visits = visitsAfterUse(visits, start + minute * minuteMs);
  return visits && (visits.previousEnd - start) / minuteMs;
}

test.each<[string, number[], number]>([
  ['is a day ago if nobody has used the console before', [0], -1440],
  ['is unchanged if the page is reloaded', [0, 1, 1, 2], -1440],
  ['is unchanged if the console is used for hours without a pause', [0, 25, 50, 75, 100], -1440],
  ['is the last use before a pause after which the person returns', [0, 20, 51], 20],
  ['is unchanged if the page is reloaded after the pause', [0, 20, 51, 52, 53], 20],
  ['is the last use before the last of several pauses', [0, 20, 51, 60, 600], 60],
  ['is unchanged if the clock was set back', [0, 20, 51, 10, 11], 20],
])('the end of the previous visit %s', (_, minutes, expected) => {
  expect(previousEndAfter(...minutes)).toBe(expected);
});

test.each([null, '', '2026-01-31T08:00', '{}', '[]', 'null', '{"previousEnd":1}', '{"previousEnd":1,"lastUse":9e15}'])(
  'invalid stored visits are ignored: %s',
  (text) => {
    expect(parseVisits(text)).toBeUndefined();
  },
);

test('visits are read back as they were stored', () => {
  const visits = { previousEnd: start, lastUse: start + minuteMs };
  expect(parseVisits(JSON.stringify(visits))).toEqual(visits);
});
