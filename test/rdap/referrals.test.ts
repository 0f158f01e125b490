import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { requestOf } from '../zones/support/account-world.js';
import { neverResponds, redirectsTo, respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import { createAccount, lookUp, newDomain, operator, start, testNetwork } from './support/rdap-world.js';
import { type Behavior, type Registry, startRegistry } from './support/registry.js';
import { certificate, describeTrustingWorld } from './support/trusting-world.js';

const world = describeTrustingWorld();
const hourMs = 3_600_000;

async function dossierOf(domain: string) {
  return await world.service.rdapDossier({ caller: operator }, domain);
}

beforeEach(() => {
  world.clock.milliseconds = start;
});

describe('a registrar that the registry refers to', () => {
  let registrar: Registry;
  beforeAll(async () => {
    registrar = await startRegistry({ tls: certificate });
    return () => registrar.close();
  });

  const gaps = { entities: [], events: [] };

  function referral(domain: string, host = 'registrar.test'): object {
    const href = `https://${host}:${registrar.port}/domain/${domain}`;
    return { links: [{ rel: 'related', type: 'application/rdap+json', href }] };
  }

  /** A domain whose registry response has gaps and refers to a registrar with this behavior. */
  function referredDomain(behavior: Behavior, host?: string): string {
    const domain = newDomain(world, (name) => respondsWith(responseAbout(name, { ...gaps, ...referral(name, host) })));
    registrar.set(domain, behavior);
    return domain;
  }

  test('fills gaps in the dossier, whose raw response remains that of the registry', async () => {
    const domain = newDomain(world);
    const body = responseAbout(domain, { ...gaps, ...referral(domain) });
    world.registry.set(domain, respondsWith(body));
    registrar.set(domain, respondsWith(responseAbout(domain, { handle: 'OTHER', status: ['client hold'] })));
    const expected = {
      handle: `HANDLE-${domain}`,
      statuses: ['ok'],
      registrar: { name: 'Registrar Inc.' },
      abuseContacts: [{ email: 'abuse@registrar.example', phone: null, source: 'referral' }],
      lifecycle: { registered: new Date('2020-01-02T03:04:05Z') },
      source: `${world.registry.url}domain/${domain}`,
      raw: body,
    };
    expect(await dossierOf(domain)).toMatchObject(expected);
    expect(await dossierOf(domain)).toMatchObject({ ...expected, cached: true });
    expect(registrar.requests.filter((path) => path.endsWith(domain))).toHaveLength(1);
  });

  test('changes no watched domain when it responds for the first time, but with its next change', async () => {
    const domain = referredDomain(respondsWithText(500, ''));
    const { id } = await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
    const changes = async () => {
      const [history] = await world.service.historiesOfWatches(requestOf(operator), { watchIds: [id] });
      return history?.nodes.map(({ changes }) => changes?.map(({ field }) => field) ?? 'first');
    };
    for (const behavior of [respondsWithText(500, ''), respondsWith(responseAbout(domain))]) {
      registrar.set(domain, behavior);
      world.clock.milliseconds += hourMs;
      expect(await lookUp(world, operator, domain)).toBe('found');
      expect(await changes()).toEqual(['first']);
    }
    const { events = [] } = responseAbout(domain) as { events?: object[] };
    registrar.set(domain, respondsWith(responseAbout(domain, { events: events.slice(1) })));
    world.clock.milliseconds += hourMs;
    await lookUp(world, operator, domain);
    expect(await changes()).toEqual([['registered'], 'first']);
  });

  test('is not queried if there are no gaps', async () => {
    const domain = newDomain(world, (name) => respondsWith(responseAbout(name, referral(name))));
    expect(await lookUp(world, operator, domain)).toBe('found');
    expect(registrar.requests.filter((path) => path.endsWith(domain))).toEqual([]);
  });

  test('does not count as a lookup', async () => {
    const account = await createAccount(world, 'basic');
    const domain = referredDomain(respondsWithText(404, ''));
    expect(await lookUp(world, account, domain)).toBe('found');
    const counts = await world.test.database.sql`
      select count from platform.rate_window where subject = ${account.kind === 'account' ? account.accountId : ''}`;
    expect(counts.map(({ count }) => count)).toEqual([1, 1]);
  });

  test.each<[string, Behavior, string?]>([
    ['does not know the domain', respondsWithText(404, '')],
    ['fails', respondsWithText(500, '')],
    ['returns a web page', respondsWithText(200, '<html>')],
    ['returns another domain', respondsWith(responseAbout('other.test'))],
    ['refers to another registrar', (request, response) => respondsWith(referral('other.test'))(request, response)],
    ['redirects to a private address', redirectsTo('https://private.test/')],
    [
      'redirects to http',
      (request, response) => redirectsTo(`${world.registry.url}${request.url?.slice(1)}`)(request, response),
    ],
    ['is at a private address', respondsWith(responseAbout('other.test')), 'private.test'],
    ['has a certificate for another name', respondsWith(responseAbout('other.test')), 'elsewhere.test'],
  ])('adds no data if it %s', async (_, behavior, host) => {
    const domain = referredDomain(behavior, host);
    expect(await dossierOf(domain)).toMatchObject({
      registrar: { name: null },
      abuseContacts: [],
      handle: `HANDLE-${domain}`,
    });
  });

  test('adds no data if it does not respond in time', async () => {
    const domain = referredDomain(neverResponds);
    const timeoutMs = 500;
    const service = createZoneService(world.platform, testNetwork({ timeoutMs, certificates: certificate.cert }));
    expect(await service.rdapDossier({ caller: operator }, domain)).toMatchObject({ registrar: { name: null } });
  });
});
