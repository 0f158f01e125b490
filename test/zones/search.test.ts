import { beforeAll, describe, expect, test } from 'vitest';
import { allPages, dayMs, describeSearchWorld, hourMs, importContent, now } from './support/search-world.js';

const world = describeSearchWorld();

const times = { first: now - 40 * dayMs, second: now - 5 * dayMs, third: now - 2 * dayMs, fourth: now - hourMs };

function at(time: number): string {
  return new Date(time).toISOString();
}

beforeAll(async () => {
  const one = ['ns1.one.example.', 'ns2.one.example.'];
  await importContent(world, {
    zone: 'com',
    at: times.first,
    content: { alpha: one, 'alpha-b': one, beta: one, gamma: ['ns1.two.example.'], 'xn--p1ai': one },
  });
  await importContent(world, { zone: 'net', at: times.first + 1, content: { alpha: one, beta: ['ns1.two.example.'] } });
  await importContent(world, {
    zone: 'com',
    at: times.second,
    content: {
      alpha: ['ns1.one.example.', 'ns3.one.example.'],
      'alpha-b': one,
      gamma: ['ns1.two.example.'],
      delta: one,
    },
  });
  await importContent(world, {
    zone: 'com',
    at: times.fourth,
    content: { alpha: one, 'alpha-b': one, gamma: ['ns1.two.example.'], delta: one, beta: one },
  });
});

describe('the current state', () => {
  test('contains the latest observation of each pair, in the order of domain and nameserver', async () => {
    expect(await allPages(() => world, { zone: 'com', limit: 2 })).toEqual([
      `alpha-b.com com ns1.one.example. active ${at(times.first)}`,
      `alpha-b.com com ns2.one.example. active ${at(times.first)}`,
      `alpha.com com ns1.one.example. active ${at(times.first)}`,
      `alpha.com com ns2.one.example. active ${at(times.fourth)}`,
      `alpha.com com ns3.one.example. inactive ${at(times.fourth)}`,
      `beta.com com ns1.one.example. active ${at(times.fourth)}`,
      `beta.com com ns2.one.example. active ${at(times.fourth)}`,
      `delta.com com ns1.one.example. active ${at(times.second)}`,
      `delta.com com ns2.one.example. active ${at(times.second)}`,
      `gamma.com com ns1.two.example. active ${at(times.first)}`,
      `xn--p1ai.com com ns1.one.example. inactive ${at(times.second)}`,
      `xn--p1ai.com com ns2.one.example. inactive ${at(times.second)}`,
    ]);
  });
});

describe('a change-set', () => {
  test('contains every observation of its window', async () => {
    expect(await allPages(() => world, { zone: 'com', start: at(times.second), limit: 3 })).toEqual([
      `alpha.com com ns2.one.example. inactive ${at(times.second)}`,
      `alpha.com com ns3.one.example. active ${at(times.second)}`,
      `beta.com com ns1.one.example. inactive ${at(times.second)}`,
      `beta.com com ns2.one.example. inactive ${at(times.second)}`,
      `delta.com com ns1.one.example. active ${at(times.second)}`,
      `delta.com com ns2.one.example. active ${at(times.second)}`,
      `xn--p1ai.com com ns1.one.example. inactive ${at(times.second)}`,
      `xn--p1ai.com com ns2.one.example. inactive ${at(times.second)}`,
      `alpha.com com ns2.one.example. active ${at(times.fourth)}`,
      `alpha.com com ns3.one.example. inactive ${at(times.fourth)}`,
      `beta.com com ns1.one.example. active ${at(times.fourth)}`,
      `beta.com com ns2.one.example. active ${at(times.fourth)}`,
    ]);
  });
});
