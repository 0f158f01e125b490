import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { omitEmptySeries, padBuckets } from './time-buckets.js';

const series = ['Critical', 'High', 'Low'].map((name) => ({ name, color: '' }));

test('a short chart is padded before its first bucket', () => {
  const padded = padBuckets([{ start: 86_400, counts: [1] }], 3600);
  expect(padded.length).toBe(24);
  expect(padded[0]).toEqual({ start: 86_400 - 23 * 3600, counts: [] });
  expect(padded.at(-1)).toEqual({ start: 86_400, counts: [1] });
});

test('series without counts are omitted', () => {
  const buckets = [
    { start: 0, counts: [1, 0, 0], limit: 9 },
    { start: 60, counts: [0, 0, 2] },
    { start: 120, counts: [] },
  ];
  const shownSeries = omitEmptySeries(series, buckets);
  expect(shownSeries.series.map(({ name }) => name)).toEqual(['Critical', 'Low']);
  expect(shownSeries.buckets).toEqual([
    { start: 0, counts: [1, 0], limit: 9 },
    { start: 60, counts: [0, 2] },
    { start: 120, counts: [] },
  ]);
});

test('all series are shown if all counts are zero', () => {
  expect(omitEmptySeries(series, [{ start: 0, counts: [] }]).series).toEqual(series);
});

test.each(['light', 'dark'])('in the %s scheme, a chart shows more severe alerts with more contrast', (scheme) => {
  const styles = readFileSync(new URL('styles/tokens.css', import.meta.url), 'utf8').split('@media');
  const rules = styles[scheme === 'light' ? 0 : 1] ?? '';
  const ground = lightnessOf(rules, '--surface');
  const contrasts = ['critical', 'high', 'medium', 'low'].map((severity) =>
    Math.abs(lightnessOf(rules, `--chart-${severity}`) - ground),
  );
  expect(contrasts.every((contrast, index) => index === 0 || (contrasts[index - 1] ?? 0) > contrast + 5)).toBe(true);
});

/** Lightness of CIELAB, 0 to 100. */
function lightnessOf(rules: string, name: string): number {
  const [, digits = ''] = new RegExp(`${name}: #([0-9a-f]{6})`).exec(rules) ?? [];
  const linear = [0, 2, 4].map((index) => (Number.parseInt(digits.slice(index, index + 2), 16) / 255) ** 2.2);
  const [red = 0, green = 0, blue = 0] = linear;
  return 116 * Math.cbrt(0.2126 * red + 0.7152 * green + 0.0722 * blue) - 16;
}
