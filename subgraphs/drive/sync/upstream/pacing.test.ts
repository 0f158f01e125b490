import { describe, expect, test } from 'vitest';
import { Pacing, Pauses } from './pacing.js';

const content = { method: 'GET', url: new URL('https://graph.example/v1.0/sites/a/drive/items/1/content') };
const delta = { method: 'GET', url: new URL('https://graph.example/v1.0/sites/a/drive/root/delta') };
const subscriptions = { method: 'POST', url: new URL('https://graph.example/v1.0/subscriptions') };
const reported = (remaining: string, reset: string) => ({ 'ratelimit-remaining': remaining, 'ratelimit-reset': reset });

function delays(pacing: Pacing, requests: readonly (typeof content)[], now = 0): number[] {
  return requests.map((request) => pacing.delay(request, now));
}

describe('pacing', () => {
  test('spreads the rest of the quota over the time until it is reset, by resource units', () => {
    const pacing = new Pacing();
    expect(delays(pacing, [content, content])).toEqual([0, 0]);
    pacing.recordQuota(content.url, reported('5', '10'), 0);
    expect(delays(pacing, [content, delta, content, content])).toEqual([0, 2000, 6000, 8000]);
  });

  test('waits until the reset once the quota is exhausted, and no longer', () => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('1', '30'), 0);
    expect(delays(pacing, [delta, content], 1000)).toEqual([29_000, 29_000]);
    expect(delays(pacing, [content, content], 30_000)).toEqual([0, 0]);
  });

  test('does not delay requests after the reset', () => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('1', '30'), 0);
    expect(delays(pacing, [delta, content], 31_000)).toEqual([0, 0]);
  });

  test('applies the quota of the next window, even if it is higher', () => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('0', '10'), 0);
    pacing.recordQuota(content.url, reported('4', '10'), 10_000);
    expect(delays(pacing, [content, content], 10_000)).toEqual([0, 2500]);
  });

  test.each([
    {},
    { 'ratelimit-reset': '10' },
    { 'ratelimit-remaining': '0' },
    { ...reported('0', '10'), 'ratelimit-reset': ['10'] },
  ])('does not delay requests because of incomplete headers: %j', (headers) => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, headers, 0);
    expect(delays(pacing, [content, content])).toEqual([0, 0]);
  });

  test('does not raise the quota within a window, because responses can arrive out of order', () => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('2', '10'), 0);
    pacing.recordQuota(content.url, reported('100', '5'), 0);
    expect(delays(pacing, [content, content, content])).toEqual([0, 5000, 10_000]);
  });

  test('applies separately to each service on a host', () => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('0', '10'), 0);
    expect(delays(pacing, [subscriptions, content])).toEqual([0, 10_000]);
  });

  test.each([1, 2, 4])('shares a quota with other processes according to the responses: %i processes', (count) => {
    const processes = Array.from({ length: count }, () => ({ pacing: new Pacing(), at: 0 }));
    let remaining = 60;
    const sent: number[] = [];
    for (;;) {
      const [next = { pacing: new Pacing(), at: 0 }] = processes.toSorted((one, other) => one.at - other.at);
      if (next.at >= 60_000) break;
      sent.push(next.at);
      remaining--;
      next.pacing.recordQuota(
        content.url,
        reported(String(Math.max(0, remaining)), String(Math.ceil((60_000 - next.at) / 1000))),
        next.at,
      );
      next.at += next.pacing.delay(content, next.at);
    }
    // Each process has one request that is scheduled before it learns that others have used the remaining quota.
    expect(remaining).toBeGreaterThanOrEqual(-count);
    expect(sent.length).toBeGreaterThan(40);
  });

  test.each([
    ['59', 59_000],
    ['60', 60_000],
    ['61', 60_000],
    ['999999999', 60_000],
    [' 7 ', 7000],
    ['1e3', 0],
    ['-1', 0],
    ['', 0],
  ])('waits at most a minute: with the RateLimit-Reset %j, it waits %i ms', (reset, expected) => {
    const pacing = new Pacing();
    pacing.recordQuota(content.url, reported('0', reset), 0);
    expect(pacing.delay(content, 0)).toBe(expected);
  });

  test('tracks at most 100 resources: those with the latest responses', () => {
    const pacing = new Pacing();
    const hosts = Array.from({ length: 101 }, (_, index) => ({
      method: 'GET',
      url: new URL(`https://h${index}.example/`),
    }));
    for (const { url } of [...hosts.slice(0, 100), ...hosts.slice(0, 1), ...hosts.slice(100)])
      pacing.recordQuota(url, reported('0', '10'), 0);
    expect(delays(pacing, hosts).flatMap((delay, index) => (delay > 0 ? [] : [index]))).toEqual([1]);
  });
});

describe('a pause', () => {
  const pauseOf = (...additions: readonly (readonly [url: URL, seconds: number, now: number])[]) => {
    const pauses = new Pauses();
    for (const addition of additions) pauses.add(...addition);
    return pauses;
  };

  test.each([
    ['does not begin without Retry-After', [], content.url, 0, 0],
    ['lasts as many seconds as Retry-After', [[content.url, 5, 1000]], content.url, 1000, 5000],
    ['ends when the time in Retry-After has passed', [[content.url, 5, 1000]], content.url, 7000, 0],
    ['applies to each site of a service', [[content.url, 5, 0]], delta.url, 1000, 4000],
    ['does not apply to another service', [[content.url, 5, 0]], subscriptions.url, 0, 0],
    [
      'is not shortened by another response',
      [
        [content.url, 5, 0],
        [content.url, 1, 0],
      ],
      content.url,
      0,
      5000,
    ],
    [
      'is extended by another response',
      [
        [content.url, 1, 0],
        [content.url, 5, 0],
      ],
      content.url,
      0,
      5000,
    ],
    [
      'is not changed by the pause of another service',
      [
        [content.url, 5, 0],
        [subscriptions.url, 5, 1000],
      ],
      content.url,
      1000,
      4000,
    ],
  ] as const)('%s', (_, additions, url, now, milliseconds) => {
    expect(pauseOf(...additions).remaining(url, now)).toBe(milliseconds);
  });
});
