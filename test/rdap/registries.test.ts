import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import type { DomainError } from '../../platform/domain-error.js';
import {
  neverResponds,
  redirectsTo,
  respondsCompressed,
  respondsWith,
  respondsWithText,
  responseAbout,
  sendsBodySlowly,
  sendsEndlessBody,
} from './support/behaviors.js';
import { createAccount, lookUp, newDomain, operator, replicaWithShortTimeout, start } from './support/rdap-world.js';
import type { Behavior } from './support/registry.js';
import { describeTrustingWorld } from './support/trusting-world.js';

const world = describeTrustingWorld();

async function dossierOf(domain: string) {
  return await world.service.rdapDossier({ caller: operator }, domain);
}

beforeEach(async () => {
  world.clock.milliseconds = start;
  await world.test.database.sql`delete from zones.rdap_failure`;
});

describe('a dossier', () => {
  test('contains the data and the URL of the registry, and the time of the request', async () => {
    const body = responseAbout('whole.test', { redacted: [{ name: { type: 'Registrant Name' } }] });
    world.registry.set('whole.test', respondsWith(body));
    const date = new Date('2020-01-02T03:04:05Z');
    expect(await dossierOf('Whole.TEST.')).toEqual({
      domain: 'whole.test',
      unicodeName: 'whole.test',
      handle: 'HANDLE-whole.test',
      source: `${world.registry.url}domain/whole.test`,
      registrar: { name: 'Registrar Inc.', ianaId: null, url: null },
      lifecycle: { registered: date, expires: date, lastChanged: date, transferred: null, rdapUpdated: null },
      statuses: ['ok'],
      abuseContacts: [{ email: 'abuse@registrar.example', phone: null, source: 'registrar' }],
      nameservers: ['ns1.whole.test'],
      dnssec: null,
      redacted: ['Registrant Name'],
      fetchedAt: new Date(start),
      cached: false,
      raw: body,
    });
  });

  test('from the cache is the same, including the time of the request', async () => {
    const domain = newDomain(world);
    const first = await dossierOf(domain);
    world.clock.milliseconds += 1000;
    expect(await dossierOf(domain)).toEqual({ ...first, cached: true });
  });

  test('contains the name in Unicode, and the unchanged raw response', async () => {
    const body = responseAbout('xn--bcher-kva.test', {
      remarks: ['NUL \u0000', 'half a pair \ud800', 'ü', { b: 1, a: [null, 1.5] }],
    });
    world.registry.set('xn--bcher-kva.test', respondsWith(body));
    const [first, second] = [await dossierOf('xn--bcher-kva.test'), await dossierOf('xn--bcher-kva.test')];
    expect(first).toMatchObject({ unicodeName: 'bücher.test', raw: body });
    expect(JSON.stringify(second.raw)).toBe(JSON.stringify(body));
  });
});

test('a response about another domain is stored only under the requested name', async () => {
  const domain = newDomain(world, () => respondsWith(responseAbout('belongs-to.test')));
  expect(await dossierOf(domain)).toMatchObject({ domain: 'belongs-to.test', handle: 'HANDLE-belongs-to.test' });
});

describe('registry responses', () => {
  test.each<[string, (domain: string) => Behavior, string]>([
    ['404 with an empty body', () => respondsWithText(404, ''), 'domain_not_found'],
    [
      '404 with an HTML page',
      () => respondsWithText(404, '<html>No</html>', { 'content-type': 'text/html' }),
      'domain_not_found',
    ],
    [
      '404 with another domain in the body',
      () => respondsWithText(404, JSON.stringify(responseAbout('other.test'))),
      'domain_not_found',
    ],
    ['404 in the body only', () => respondsWith({ errorCode: 404, title: 'Not Found' }), 'domain_not_found'],
    ['404 behind a redirect', () => redirectsTo('/nowhere'), 'domain_not_found'],
    ['plain JSON', (name) => respondsWith(responseAbout(name), { 'content-type': 'application/json' }), 'found'],
    [
      'JSON with the media type of HTML',
      (name) => respondsWith(responseAbout(name), { 'content-type': 'text/html' }),
      'found',
    ],
    [
      'JSON behind a byte order mark',
      (name) => respondsWithText(200, `\ufeff${JSON.stringify(responseAbout(name))}`),
      'found',
    ],
    ['compressed JSON', (name) => respondsCompressed(responseAbout(name)), 'found'],
    [
      'an HTML page',
      () => respondsWithText(200, '<html>Welcome</html>', { 'content-type': 'application/rdap+json' }),
      'rdap_upstream_error',
    ],
    ['invalid JSON', () => respondsWithText(200, '{"objectClassName": "domain", '), 'rdap_upstream_error'],
    ['an empty body', () => respondsWithText(200, ''), 'rdap_upstream_error'],
    ['a list', () => respondsWith([]), 'rdap_upstream_error'],
    ['an entity', () => respondsWith({ objectClassName: 'entity', handle: 'X' }), 'rdap_upstream_error'],
    ['an error in the body', () => respondsWith({ errorCode: 500, title: 'Oops' }), 'rdap_upstream_error'],
    [
      'JSON that is nested too deeply',
      (name) => respondsWithText(200, `{"ldhName":"${name}","x":${'['.repeat(90_000)}${']'.repeat(90_000)}}`),
      'rdap_upstream_error',
    ],
    ['204', () => respondsWithText(204, ''), 'rdap_upstream_error'],
    ['400', () => respondsWithText(400, ''), 'rdap_upstream_error'],
    ['401', () => respondsWithText(401, ''), 'rdap_upstream_error'],
    ['403', () => respondsWithText(403, ''), 'rdap_upstream_error'],
    ['429', () => respondsWithText(429, ''), 'rdap_upstream_error'],
    ['500', () => respondsWithText(500, ''), 'rdap_upstream_error'],
    ['503', () => respondsWithText(503, ''), 'rdap_upstream_error'],
    ['a body without end', () => sendsEndlessBody, 'rdap_upstream_error'],
    ['a gzip bomb', (name) => respondsCompressed(responseAbout(name), { bytes: 50_000_000 }), 'rdap_upstream_error'],
    ['a redirect to itself', (name) => redirectsTo(`/domain/${name}`), 'rdap_upstream_error'],
    ['a redirect to a private address', () => redirectsTo('https://private.test/'), 'rdap_upstream_error'],
    ['a redirect to cloud metadata', () => redirectsTo('https://169.254.169.254/latest'), 'rdap_upstream_error'],
  ])('have the documented outcome: %s', async (_, behavior, outcome) => {
    expect(await lookUp(world, operator, newDomain(world, behavior))).toBe(outcome);
  });

  test.each([
    ['too late', neverResponds],
    ['too slowly', sendsBodySlowly],
  ])('time out if they are sent %s', async (_, behavior) => {
    expect(
      await lookUp(
        replicaWithShortTimeout(world),
        operator,
        newDomain(world, () => behavior),
      ),
    ).toBe('rdap_upstream_timeout');
  });

  test.each([
    ['7', 7],
    ['999999999', 86_400],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-1', undefined],
    ['soon', undefined],
  ])(
    'with status 429 and Retry-After %s result in an error with retryAfterSeconds = %s',
    async (retryAfter, retryAfterSeconds) => {
      const domain = newDomain(world, () => respondsWithText(429, '', { 'retry-after': retryAfter }));
      const details = { reason: 'rdap_upstream_error', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
      const rejection = await dossierOf(domain).catch(({ code, details }: DomainError) => ({ code, details }));
      expect(rejection).toEqual({ code: 'UPSTREAM_FAILED', details });
    },
  );

  test('that are failures are cached for 30 seconds, without another query to the registry', async () => {
    const domain = newDomain(world, () => respondsWithText(500, ''));
    const requested = world.registry.requests.length;
    expect(await lookUp(world, operator, domain)).toBe('rdap_upstream_error');
    world.registry.set(domain, respondsWith(responseAbout(domain)));
    world.clock.milliseconds += 29_000;
    const error = await dossierOf(domain).catch(({ code, details }: DomainError) => ({ code, details }));
    expect(error).toEqual({
      code: 'UPSTREAM_FAILED',
      details: { reason: 'rdap_upstream_error', retryAfterSeconds: 1 },
    });
    expect(world.registry.requests.length - requested).toBe(1);
    expect(await lookUp(world, operator, newDomain(world))).toBe('found');
    world.clock.milliseconds += 1000;
    expect(await lookUp(world, operator, domain)).toBe('found');
  });

  test('that timed out are stored and returned as timeouts', async () => {
    const domain = newDomain(world, () => neverResponds);
    const lookUpOutcome = () => lookUp(replicaWithShortTimeout(world), operator, domain);
    expect([await lookUpOutcome(), await lookUpOutcome()]).toEqual(['rdap_upstream_timeout', 'rdap_upstream_timeout']);
    expect(world.registry.requests.filter((request) => JSON.stringify(request).includes(domain))).toHaveLength(1);
  });

  test('with Retry-After delay queries to the server about any domain until that time', async () => {
    await lookUp(
      world,
      operator,
      newDomain(world, () => respondsWithText(429, '', { 'retry-after': '50' })),
    );
    const requested = world.registry.requests.length;
    const other = newDomain(world);
    world.clock.milliseconds += 49_999;
    expect(await lookUp(world, operator, other)).toBe('rdap_upstream_error');
    expect(world.registry.requests.length).toBe(requested);
    world.clock.milliseconds += 1;
    expect(await lookUp(world, operator, other)).toBe('found');
  });

  test('never reveal the error details of a registry', async () => {
    const domain = newDomain(world, () => redirectsTo('https://private.test/secret'));
    const error = await dossierOf(domain).catch((caught: Error & { extensions: object }) => caught);
    expect(JSON.stringify([(error as Error).message, (error as { extensions: object }).extensions])).not.toMatch(
      /private|secret|169\.254/,
    );
  });
});

describe('a lookup', () => {
  test('is rejected with the first reason in the documented order', async () => {
    const [absent, unsupported, unknown] = [
      newDomain(world, () => respondsWithText(404, '')),
      'www.a.test',
      'a.unknown-tld',
    ];
    const expired = await createAccount(world, 'enterprise', { expired: true });
    const trial = await createAccount(world, 'trial');
    const unapproved: Caller = { kind: 'account', accountId: '00000000-0000-4000-8000-000000000000', username: 'x' };
    expect(await Promise.all([unsupported, unknown, absent].map((domain) => lookUp(world, anonymous, domain)))).toEqual(
      Array(3).fill('UNAUTHENTICATED'),
    );
    expect(await lookUp(world, unapproved, unsupported)).toBe('UNAUTHENTICATED');
    expect(await lookUp(world, expired, unsupported)).toBe('subscription_expired');
    expect(await Promise.all([unsupported, unknown, absent].map((domain) => lookUp(world, trial, domain)))).toEqual([
      'invalid_domain',
      'unsupported_tld',
      'rdap_not_available',
    ]);
    expect(await lookUp(world, { kind: 'mirror-client', clientId: 'x' }, absent)).toBe('FORBIDDEN');
  });

  test('of the list of top-level domains requires a subscription, but no lookup quota', async () => {
    const [trial, expired] = [
      await createAccount(world, 'trial'),
      await createAccount(world, 'trial', { expired: true }),
    ];
    expect(await world.service.rdapZones({ caller: trial })).toEqual(['example', 'test']);
    await expect(world.service.rdapZones({ caller: anonymous })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(world.service.rdapZones({ caller: expired })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
