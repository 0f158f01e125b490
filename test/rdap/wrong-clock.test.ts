import { beforeEach, describe, expect, test } from 'vitest';
import { requestOf } from '../zones/support/account-world.js';
import { respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import { describeRdapWorld, lookUp, newDomain, operator, start } from './support/rdap-world.js';

const world = describeRdapWorld();
const dayMs = 86_400_000;

async function runJob(): Promise<void> {
  await world.service.jobs.find(({ name }) => name === 'zones.look-up-registrations')?.run(null);
}

beforeEach(() => {
  world.clock.milliseconds = start + 365 * dayMs;
});

describe('after a clock that was ahead is corrected', () => {
  test('stored responses have expired', async () => {
    const domain = newDomain(world);
    await lookUp(world, operator, domain);
    world.clock.milliseconds = start;
    world.registry.set(domain, respondsWith(responseAbout(domain, { handle: 'NEW' })));
    expect(await world.service.rdapDossier({ caller: operator }, domain)).toMatchObject({ handle: 'NEW' });
  });

  test('servers are queried that were paused before, and paused again if they fail', async () => {
    for (let failures = 0; failures < 5; failures++)
      await lookUp(
        world,
        operator,
        newDomain(world, () => respondsWithText(500, 'oops')),
      );
    expect(await lookUp(world, operator, newDomain(world))).toBe('rdap_upstream_error');
    world.clock.milliseconds = start;
    const fails = newDomain(world, () => respondsWithText(500, 'oops'));
    expect(await lookUp(world, operator, fails)).toBe('rdap_upstream_error');
    expect(await lookUp(world, operator, newDomain(world))).toBe('rdap_upstream_error');
    world.clock.milliseconds += 1_800_000;
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
  });

  test.each([30, 365])('watched domains are looked up if it was %i days ahead', async (days) => {
    world.clock.milliseconds = start + days * dayMs;
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain });
    await runJob();
    world.clock.milliseconds = start;
    await runJob();
    const watch = await world.service.readWatch(requestOf(operator), { id });
    expect(watch).toMatchObject({ lookedUpAt: start });
  });

  test('a watched domain whose lookup fails is not looked up again at once', async () => {
    world.clock.milliseconds = start + 30 * dayMs;
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain });
    await runJob();
    world.clock.milliseconds = start;
    world.registry.set(domain, respondsWithText(500, 'oops'));
    const requests = () => world.registry.requests.filter((path) => path.endsWith(`/${domain}`)).length;
    const before = requests();
    await runJob();
    world.clock.milliseconds += 300_000;
    await runJob();
    expect(requests() - before).toBe(1);
    const watch = await world.service.readWatch(requestOf(operator), { id });
    expect(watch).toMatchObject({ error: expect.any(String), lookedUpAt: start });
  });
});
