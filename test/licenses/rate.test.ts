import { beforeEach, describe, expect, test } from 'vitest';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_LICENSES_RATE: '3/m' });
const rateLimited = 'RATE_LIMITED rate_limited: Too many requests';

beforeEach(async () => {
  // Windows start at full minutes.
  world.clock.seconds = Math.ceil(start / 60) * 60;
  await world.clear();
});

async function requestOutcomes(count: number, source = '192.0.2.1', service: LicenseService = world.service) {
  const all: string[] = [];
  for (let index = 0; index < count; index += 1)
    all.push(await outcomeOf(checkIn(service, {}, fromController(source))));
  return all;
}

async function counts(service: LicenseService = world.service) {
  return (await service.busiestSources(fromOperator(), 10)).map(({ endpoint, source, count, isOver }) => ({
    endpoint,
    source,
    count,
    isOver,
  }));
}

describe('the rate limit', () => {
  test('admits exactly the configured number of requests from a source in a window', async () => {
    expect(await requestOutcomes(4)).toEqual(['ok', 'ok', 'ok', rateLimited]);
    world.clock.seconds += 59.999;
    expect(await requestOutcomes(1)).toEqual([rateLimited]);
    world.clock.seconds += 0.001;
    expect(await requestOutcomes(4)).toEqual(['ok', 'ok', 'ok', rateLimited]);
  });

  test('returns the seconds until the next window, rounded up', async () => {
    world.clock.seconds += 12.5;
    await requestOutcomes(3);
    const rejected = checkIn(world.service, {}, fromController());
    await expect(rejected).rejects.toMatchObject({ details: { retryAfterSeconds: 48, reason: 'rate_limited' } });
    world.clock.seconds += 47.4;
    await expect(checkIn(world.service)).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
  });

  test('is exact over all replicas under concurrent requests', async () => {
    const services = [world.service, world.createReplica()];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => outcomeOf(checkIn(services[index % 2] as LicenseService))),
    );
    expect(all.filter((outcome) => outcome === 'ok')).toHaveLength(3);
  });

  test('is separate for each source: an IPv4 address, or the first 64 bits of an IPv6 address', async () => {
    expect(await requestOutcomes(3, '192.0.2.1')).toEqual(['ok', 'ok', 'ok']);
    expect(await requestOutcomes(1, '192.0.2.2')).toEqual(['ok']);
    expect(await requestOutcomes(3, '2001:db8:1:2::1')).toEqual(['ok', 'ok', 'ok']);
    expect(await requestOutcomes(1, '2001:db8:1:2:ffff::')).toEqual([rateLimited]);
    expect(await requestOutcomes(1, '2001:db8:1:3::1')).toEqual(['ok']);
    expect(await requestOutcomes(1, '::ffff:192.0.2.1')).toEqual([rateLimited]);
  });

  test('is separate for each endpoint', async () => {
    await requestOutcomes(3);
    const list = () => outcomeOf(world.service.activeControllers(fromController(), allControllerFields));
    expect([await list(), await list(), await list(), await list()]).toEqual(['ok', 'ok', 'ok', rateLimited]);
  });

  test('is checked first, and counts requests that are rejected for other reasons', async () => {
    const malformed = () => outcomeOf(world.service.checkLicense(fromController(), { report: {}, isMalformed: true }));
    expect(await malformed()).toBe('BAD_USER_INPUT invalid_json: Invalid JSON');
    expect(await outcomeOf(checkIn(world.service, { guid: null }))).toContain('Guid is required');
    await malformed();
    expect(await malformed()).toBe(rateLimited);
    expect(await outcomeOf(checkIn(world.service, { guid: null }))).toBe(rateLimited);
  });

  test('only counts requests if the settings do not enforce it, and the GraphQL API returns the count', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_LIMIT: 'False' });
    expect(await requestOutcomes(5, '192.0.2.1', service)).toEqual(Array(5).fill('ok'));
    await requestOutcomes(2, '2001:db8::1', service);
    expect(service.rateLimit(fromOperator())).toEqual({ limit: 3, windowSeconds: 60, isEnforced: false });
    expect(await counts(service)).toEqual([
      { endpoint: 'check-license', source: '192.0.2.1', count: 5, isOver: true },
      { endpoint: 'check-license', source: '2001:db8::/64', count: 2, isOver: false },
    ]);
    world.clock.seconds += 60;
    expect(await counts(service)).toEqual([]);
  });

  test('counts rejected requests', async () => {
    await requestOutcomes(5);
    expect(await counts()).toEqual([{ endpoint: 'check-license', source: '192.0.2.1', count: 5, isOver: true }]);
  });

  test.each([
    ['2/s', 1],
    ['2/h', 3600],
    ['2/d', 86_400],
  ])('%s has a window of %d s', async (rate, seconds) => {
    const service = world.createReplica({ RAMPART_LICENSES_RATE: rate });
    world.clock.seconds = Math.ceil(start / 86_400) * 86_400;
    expect(await requestOutcomes(3, '192.0.2.1', service)).toEqual(['ok', 'ok', rateLimited]);
    world.clock.seconds += seconds - 0.5;
    expect(await requestOutcomes(1, '192.0.2.1', service)).toEqual([rateLimited]);
    world.clock.seconds += 0.5;
    expect(await requestOutcomes(1, '192.0.2.1', service)).toEqual(['ok']);
  });

  test('does not count requests from operators through the GraphQL API', async () => {
    for (let index = 0; index < 5; index += 1) {
      expect(await outcomeOf(checkIn(world.service, {}, fromOperator()))).toBe('ok');
    }
    expect(await counts()).toEqual([]);
  });
});
