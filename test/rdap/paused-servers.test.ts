import { beforeEach, describe, expect, test } from 'vitest';
import { createZoneService } from '../../subgraphs/zones/index.js';
import {
  holds,
  neverResponds,
  redirectsTo,
  respondsWith,
  respondsWithText,
  responseAbout,
} from './support/behaviors.js';
import {
  describeRdapWorld,
  lookUp,
  newDomain,
  operator,
  replicaWithShortTimeout,
  start,
  testNetwork,
} from './support/rdap-world.js';
import type { Behavior } from './support/registry.js';

const world = describeRdapWorld({
  environment: { RAMPART_ZONES_RDAP_PER_MINUTE: '0,500,500', RAMPART_ZONES_RDAP_PER_DAY: '0,500,500' },
});

const serverError = respondsWithText(500, 'oops');

/** Looks up new domains one after the other. */
async function lookUpInTurn(count: number, behavior: Behavior, replica: Pick<typeof world, 'service'> = world) {
  const outcomes: string[] = [];
  for (let index = 0; index < count; index++) {
    outcomes.push(
      await lookUp(
        replica,
        operator,
        newDomain(world, () => behavior),
      ),
    );
  }
  return outcomes;
}

beforeEach(async () => {
  world.clock.milliseconds = start;
  await world.test.database.sql`delete from zones.rdap_failure`;
});

describe('a server that fails five times in a row', () => {
  test.each([
    ['errors', serverError],
    ['rejections', respondsWithText(403, 'blocked')],
    ['429 without Retry-After', respondsWithText(429, '')],
    ['timeouts', neverResponds],
  ])('is not queried by any replica for half a minute after %s', async (_, behavior) => {
    await lookUpInTurn(5, behavior, behavior === neverResponds ? replicaWithShortTimeout(world) : world);
    const requested = world.registry.requests.length;
    const replica = { service: createZoneService(world.platform, testNetwork()) };
    world.clock.milliseconds += 29_999;
    expect([
      await lookUp(world, operator, newDomain(world)),
      await lookUp(replica, operator, newDomain(world)),
    ]).toEqual(
      behavior === neverResponds ? Array(2).fill('rdap_upstream_timeout') : Array(2).fill('rdap_upstream_error'),
    );
    expect(world.registry.requests.length).toBe(requested);
    world.clock.milliseconds += 1;
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });

  test('is then probed by one lookup, and queried again if that succeeds', async () => {
    await lookUpInTurn(5, serverError);
    world.clock.milliseconds += 30_000;
    const domain = newDomain(world);
    const heldResponse = holds(respondsWith(responseAbout(domain)));
    world.registry.set(domain, heldResponse.behavior);
    const probe = lookUp(world, operator, domain);
    await heldResponse.arrived;
    const requested = world.registry.requests.length;
    const others = [newDomain(world), newDomain(world)];
    expect(await Promise.all(others.map((other) => lookUp(world, operator, other)))).toEqual(
      Array(2).fill('rdap_upstream_error'),
    );
    expect(world.registry.requests.length).toBe(requested);
    heldResponse.release();
    expect(await probe).toBe('found');
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });

  test('is paused twice as long after each failed probe', async () => {
    await lookUpInTurn(5, serverError);
    for (const pause of [30_000, 60_000, 120_000]) {
      world.clock.milliseconds += pause - 1;
      const requested = world.registry.requests.length;
      expect(await lookUpInTurn(1, serverError)).toEqual(['rdap_upstream_error']);
      expect(world.registry.requests.length - requested).toBe(0);
      world.clock.milliseconds += 1;
      expect(await lookUpInTurn(1, serverError)).toEqual(['rdap_upstream_error']);
      expect(world.registry.requests.length - requested).toBe(1);
    }
  });

  test('is paused once, regardless of how many lookups fail at the same time', async () => {
    const domains = Array.from({ length: 40 }, () => newDomain(world, () => serverError));
    await Promise.all(domains.map((domain) => lookUp(world, operator, domain)));
    world.clock.milliseconds += 30_000;
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });
});

describe('a server remains available', () => {
  test('if a lookup succeeds between its failures', async () => {
    await lookUpInTurn(4, serverError);
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
    await lookUpInTurn(4, serverError);
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });

  test('if its failures are far apart', async () => {
    for (let failures = 0; failures < 6; failures++) {
      await lookUpInTurn(1, serverError);
      world.clock.milliseconds += 600_001;
    }
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });

  test.each([
    ['its responses about single domains are invalid', respondsWithText(200, '{')],
    ['it rejects single domains', respondsWithText(400, '')],
    ['the servers that it redirects to fail', redirectsTo('https://127.0.0.1:1/domain/x')],
  ])('if %s', async (_, behavior) => {
    await lookUpInTurn(6, behavior);
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });
});
