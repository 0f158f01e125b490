import { describe, expect, test } from 'vitest';
import { RdapField } from '../vocabulary.js';
import { carryOverReferral, changesBetween, type StoredResponse } from './changes.js';

const base = {
  objectClassName: 'domain',
  ldhName: 'acme.test',
  handle: 'D1',
  status: ['active', 'client hold'],
  events: [
    { eventAction: 'registration', eventDate: '2020-01-01T00:00:00Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
  ],
  nameservers: [{ ldhName: 'ns1.acme.test' }, { ldhName: 'ns2.acme.test' }],
  secureDNS: { delegationSigned: false },
  entities: [
    { roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Registrar One']]] },
    { roles: ['registrant'], handle: 'C1', vcardArray: ['vcard', [['fn', {}, 'text', 'Acme Inc.']]] },
  ],
};

const abuse = {
  roles: ['abuse'],
  vcardArray: [
    'vcard',
    [
      ['email', {}, 'text', 'fraud@acme.test'],
      ['email', {}, 'text', 'abuse@acme.test'],
      ['tel', {}, 'text', '+1.5551234567'],
    ].toReversed(),
  ],
};

function response(differences: object | null, referred: object | null = null): StoredResponse {
  return {
    ...{ domain: 'acme.test', source: 'https://rdap.test/domain/acme.test' },
    body: differences === null ? null : JSON.stringify({ ...base, ...differences }),
    referred: referred === null ? null : JSON.stringify(referred),
  };
}

function changes(differences: object | null) {
  return changesBetween(response({}), response(differences));
}

describe('a comparison of dossiers ignores', () => {
  test.each([
    [
      'the last update of the RDAP database',
      { events: [base.events[0], { eventAction: 'last update of RDAP database', eventDate: '2026-02-02T00:00:00Z' }] },
    ],
    ['the order of statuses', { status: ['client hold', 'active'] }],
    [
      'the order and case of nameservers',
      { nameservers: [{ ldhName: 'NS2.acme.test.' }, { ldhName: 'ns1.acme.test' }] },
    ],
    ['the order of events and entities', { events: base.events.toReversed(), entities: base.entities.toReversed() }],
    [
      'repeated roles of entities',
      { entities: [base.entities[0], { ...base.entities[1], roles: ['registrant', 'Registrant'] }] },
    ],
    ['notices, remarks, links and conformance', { notices: [{}], remarks: [{}], links: [{}], rdapConformance: ['x'] }],
    ['entities without roles', { entities: [...base.entities, { handle: 'X' }] }],
    [
      'the handles of registrars with other roles',
      { entities: [{ ...base.entities[0], roles: ['registrar', 'technical'], handle: 'X' }, base.entities[1]] },
    ],
    ...['sponsor', 'sponsoring registrar'].map((role): [string, object] => [
      `the handle of a ${role}`,
      { entities: [{ ...base.entities[0], roles: [role], handle: 'X' }, base.entities[1]] },
    ]),
  ])('%s', (_, differences) => {
    expect(changes(differences)).toEqual([]);
  });
});

test.each(['abuse', 'technical'])(
  'the order of the email addresses and phone numbers of a contact is ignored: %s',
  (role) => {
    const properties = [
      ['email', {}, 'text', 'one@acme.test'],
      ['email', {}, 'text', 'two@acme.test'],
      ['tel', {}, 'text', '+1.5551234567'],
      ['tel', {}, 'text', '+1.5557654321'],
    ];
    const contact = (listed: unknown[]) => response({ entities: [{ roles: [role], vcardArray: ['vcard', listed] }] });
    const [first, second, ...phones] = properties;
    expect(changesBetween(contact(properties), contact([second, first, ...phones]))).toEqual([]);
    expect(changesBetween(contact(properties), contact(properties.toReversed()))).toEqual([]);
    expect(changesBetween(contact(properties), contact([first, ...phones]))).toHaveLength(1);
  },
);

describe('a comparison of dossiers reports a change of', () => {
  test.each<[string, object, string, string[], string[]]>([
    ['statuses', { status: ['active'] }, 'statuses', ['clientHold', 'ok'], ['ok']],
    [
      'nameservers',
      { nameservers: [{ ldhName: 'ns1.other.test' }] },
      'nameservers',
      ['ns1.acme.test', 'ns2.acme.test'],
      ['ns1.other.test'],
    ],
    ['DNSSEC', { secureDNS: { delegationSigned: true } }, 'dnssec', ['not signed'], ['signed']],
    [
      'keys',
      { secureDNS: { delegationSigned: false, dsData: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'ab' }] } },
      'dnssec',
      ['not signed'],
      ['not signed', 'DS 1 13 2 AB'],
    ],
    [
      'the expiration',
      { events: [...base.events, { eventAction: 'expiration', eventDate: '2027-01-01T00:00:00Z' }] },
      'expires',
      [],
      ['2027-01-01T00:00:00.000Z'],
    ],
    [
      'the registrar',
      { entities: [{ ...base.entities[0], vcardArray: ['vcard', [['fn', {}, 'text', 'Two']]] }, base.entities[1]] },
      'registrar',
      ['Registrar One'],
      ['Two'],
    ],
    [
      'a contact',
      { entities: [base.entities[0], { ...base.entities[1], handle: 'C2' }] },
      'contacts',
      ['registrant: Acme Inc., C1'],
      ['registrant: Acme Inc., C2'],
    ],
    [
      'the roles of a contact',
      { entities: [base.entities[0], { ...base.entities[1], roles: ['technical', 'registrant'] }] },
      'contacts',
      ['registrant: Acme Inc., C1'],
      ['registrant, technical: Acme Inc., C1'],
    ],
    ['contacts that are missing', { entities: [base.entities[0]] }, 'contacts', ['registrant: Acme Inc., C1'], []],
    [
      'the IANA id of the registrar',
      {
        entities: [
          { ...base.entities[0], publicIds: [{ type: 'IANA Registrar ID', identifier: '9' }] },
          base.entities[1],
        ],
      },
      'registrar',
      ['Registrar One'],
      ['Registrar One', 'IANA ID 9'],
    ],
    [
      'an abuse contact',
      { entities: [...base.entities, abuse] },
      'abuse_contacts',
      [],
      ['abuse@acme.test, +1.5551234567', 'fraud@acme.test'],
    ],
    ['DNSSEC that is unknown', { secureDNS: undefined }, 'dnssec', ['not signed'], []],
    ['the handle', { handle: 'D2' }, 'handle', ['D1'], ['D2']],
  ])('%s', (_, differences, field, before, after) => {
    expect(changes(differences)).toEqual([{ field, before, after }]);
  });

  test('the registration first if the domain is no longer registered, and then all parts of the dossier', () => {
    const events = ['registration', 'expiration', 'last changed', 'transfer'].map((eventAction) => ({
      eventAction,
      eventDate: '2020-01-01T00:00:00Z',
    }));
    const complete = response({ events, entities: [...base.entities, abuse] });
    const [first, ...others] = changesBetween(complete, response(null));
    expect(first).toEqual({ field: 'registration', before: ['registered'], after: ['not registered'] });
    expect(others.map(({ field }) => field).toSorted()).toEqual(
      Object.values(RdapField)
        .filter((field) => field !== 'registration')
        .toSorted(),
    );
    expect(others.flatMap(({ after }) => after)).toEqual([]);
  });

  test('values and contacts that only the registrar has', () => {
    const [before, after] = [response({ entities: [] }, { status: ['locked'] }), { entities: [base.entities[1]] }];
    expect(changesBetween(before, response({ entities: [] }, { ...after, handle: 'R1' }))).toEqual([
      { field: 'contacts', before: [], after: ['registrant: Acme Inc., C1'] },
    ]);
    expect(
      changesBetween(response({ nameservers: [] }), response({ nameservers: [] }, { nameservers: ['ns.acme.test'] })),
    ).toEqual([{ field: 'nameservers', before: [], after: ['ns.acme.test'] }]);
  });
});

describe('a registrar that does not respond', () => {
  const registrar = 'https://registrar.test/domain/acme.test';
  const links = (href: string) => ({ links: [{ rel: 'related', type: 'application/rdap+json', href }] });
  const gaps = { events: [], ...links(registrar) };
  const known = { events: [{ eventAction: 'registration', eventDate: '2020-01-01T00:00:00Z' }] };

  test('causes no difference, because its previous response is used', () => {
    const previous = response(gaps, known);
    const current = carryOverReferral(response(gaps), previous);
    expect(current.referred).toBe(previous.referred);
    expect(changesBetween(previous, current)).toEqual([]);
  });

  test('causes no difference when it responds for the first time', () => {
    expect(changesBetween(response(gaps), response(gaps, known))).toEqual([]);
    const other = { ...gaps, ...links('https://other.test/domain/acme.test') };
    expect(changesBetween(response(other), response(gaps, known)).map(({ field }) => field)).toEqual(['registered']);
    expect(
      changesBetween(response(gaps), response({ ...gaps, handle: 'R2' }, known)).map(({ field }) => field),
    ).toEqual(['handle']);
  });

  test('is not represented by the previous response once it responds', () => {
    const current = response(gaps, { ...known, handle: 'R2' });
    expect(carryOverReferral(current, response(gaps, known))).toBe(current);
  });

  test('is not represented by the previous response if the registry refers to another registrar', () => {
    const moved = response({ ...gaps, ...links('https://other.test/domain/acme.test') });
    expect(carryOverReferral(moved, response(gaps, known))).toBe(moved);
  });
});
