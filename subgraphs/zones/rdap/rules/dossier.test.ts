import { describe, expect, test } from 'vitest';
import { hasGaps, readDossier } from './dossier.js';
import { readResponse } from './response.js';

function contact(email: string) {
  return { roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', email]]] };
}

function event(eventAction: string, year: number) {
  return { eventAction, eventDate: `${year}-01-01T00:00:00Z` };
}

/** A response with all fields; `mark` and `year` in their values identify its sender. */
function bodyOf(mark: string, year: number) {
  return {
    handle: mark,
    ldhName: 'example.com',
    entities: [
      {
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: String(year) }],
        vcardArray: ['vcard', [['fn', {}, 'text', mark]]],
        links: [{ rel: 'about', href: `https://${mark}.example/` }],
        entities: [contact(`abuse@${mark}.example`)],
      },
    ],
    events: ['registration', 'expiration', 'last changed', 'transfer', 'last update of RDAP database'].map((action) =>
      event(action, year),
    ),
    status: [mark],
    nameservers: [{ ldhName: `ns.${mark}.example` }],
    secureDNS: { delegationSigned: true },
    redacted: [{ name: { type: mark } }],
  };
}

const sources = { domain: 'example.com', source: 'https://a.example/', fetchedAt: new Date(0), cached: false };
const registry = bodyOf('registry', 2001);
const registrar = bodyOf('registrar', 2002);

describe('the response of the registrar', () => {
  test('does not override the response of the registry', () => {
    expect(readDossier({ ...sources, body: registry, referred: registrar })).toEqual(
      readDossier({ ...sources, body: registry }),
    );
  });

  test('adds data that the registry omits, except fields that are specific to a server', () => {
    const body = { ldhName: 'example.com' };
    const date = new Date('2002-01-01');
    expect(readDossier({ ...sources, body, referred: registrar })).toEqual({
      ...sources,
      unicodeName: 'example.com',
      handle: null,
      registrar: { name: 'registrar', ianaId: '2002', url: 'https://registrar.example/' },
      lifecycle: { registered: date, expires: date, lastChanged: date, transferred: date, rdapUpdated: null },
      statuses: ['registrar'],
      abuseContacts: [{ email: 'abuse@registrar.example', phone: null, source: 'referral' }],
      nameservers: ['ns.registrar.example'],
      dnssec: null,
      redacted: [],
      raw: body,
    });
  });
});

describe('a response of the registry with', () => {
  test.each([
    ['all data has no gaps', registry, false],
    [
      'no transfer date, as for most domains, has no gaps',
      { ...registry, events: registry.events.filter((one) => one.eventAction !== 'transfer') },
      false,
    ],
    [
      'no expiration date has gaps',
      { ...registry, events: registry.events.filter((one) => one.eventAction !== 'expiration') },
      true,
    ],
    ['no registrar has gaps', { ...registry, entities: [contact('abuse@a.example')] }, true],
    ['no abuse contact has gaps', { ...registry, entities: [{ ...registry.entities[0], entities: [] }] }, true],
    ['no status has gaps', { ...registry, status: [] }, true],
    ['no nameserver has gaps', { ...registry, nameservers: [] }, true],
  ])('%s', (_, body, expected) => {
    expect(hasGaps(readResponse(body))).toBe(expected);
  });
});
