import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAnswer, readAnswer } from './answer.js';

function card(...properties: unknown[]) {
  return ['vcard', [['version', {}, 'text', '4.0'], ...properties]];
}

const email = ['email', {}, 'text', 'abuse@registrar.example'];
const phone = ['tel', { type: 'voice' }, 'uri', 'tel:+1.5551234567'];
const abuse = { roles: ['abuse'], vcardArray: card(email, phone) };
const named = { roles: ['registrar'], vcardArray: card(['fn', {}, 'text', 'Registrar Inc.']) };

describe('abuse contacts', () => {
  const contact = { email: 'abuse@registrar.example', phone: '+1.5551234567' };
  const fromRegistrar = [{ ...contact, source: 'registrar' }];
  test.each([
    ['nested in the registrar', [{ ...named, entities: [abuse] }], fromRegistrar],
    ['nested without brackets', [{ ...named, entities: abuse }], fromRegistrar],
    ['beside the domain', [named, abuse], [{ ...contact, source: 'domain' }]],
    ['at both places: told once', [abuse, { ...named, entities: [abuse] }], fromRegistrar],
    ['with the role in capitals', [{ ...named, entities: [{ ...abuse, roles: ['ABUSE'] }] }], fromRegistrar],
    ['with the role doubled', [{ ...named, entities: [{ ...abuse, roles: ['abuse', 'Abuse'] }] }], fromRegistrar],
    ['with the role as a text', [{ ...named, entities: [{ ...abuse, roles: 'abuse' }] }], fromRegistrar],
    ['by the class', [{ ...named, entities: [{ ...abuse, roles: [], objectClassName: 'abuse' }] }], fromRegistrar],
    [
      'of the registrar that is one itself',
      [{ ...named, ...abuse, roles: ['registrar', 'abuse'] }],
      [{ ...contact, source: 'domain' }],
    ],
    ['absent', [named], []],
    ['without a role', [{ vcardArray: card(email) }], []],
    ['nested in the registrant', [named, { roles: ['registrant'], entities: [abuse] }], []],
    [
      'of a registrar that is not the one of record',
      [{ ...named, status: ['inactive'], entities: [abuse] }, named],
      [],
    ],
  ])('%s', (_, entities, contacts) => {
    expect(readAnswer({ entities }).abuseContacts).toEqual(contacts);
  });

  test.each([
    ['a fax', [['tel', { type: 'fax' }, 'uri', 'tel:+1.5550000000'], phone], '+1.5551234567'],
    ['a fax in a list', [['tel', { Type: ['work', 'Fax'] }, 'uri', 'tel:+1.5550000000'], phone], '+1.5551234567'],
    ['types in a list', [['tel', { type: ['voice', 'work'] }, 'uri', 'tel:+1.5551234567']], '+1.5551234567'],
    ['no types', [['tel', {}, 'text', '+1.5551234567']], '+1.5551234567'],
    ['no parameters', [['tel', null, 'text', '+1 555 123-4567']], '+1 555 123-4567'],
    ['an extension', [['tel', {}, 'uri', 'tel:+1.5551234567;ext=102']], '+1.5551234567;ext=102'],
    ['words', [['tel', {}, 'text', 'REDACTED FOR PRIVACY']], null],
    ['an empty text', [['tel', {}, 'text', '']], null],
  ])('the phone beside %s', (_, properties, expected) => {
    const entity = { roles: ['abuse'], vcardArray: card(email, ...properties) };
    expect(readAnswer({ entities: [entity] }).abuseContacts).toEqual([
      { email: 'abuse@registrar.example', phone: expected, source: 'domain' },
    ]);
  });

  test('a second address and what is no address', () => {
    const entity = {
      roles: ['abuse'],
      vcardArray: card(
        email,
        ['email', {}, 'text', 'https://form.example'],
        ['email', {}, 'text', 'mailto:two@registrar.example'],
      ),
    };
    expect(readAnswer({ entities: [entity] }).abuseContacts.map((found) => found.email)).toEqual([
      'abuse@registrar.example',
      'two@registrar.example',
    ]);
  });
});

describe('the registrar', () => {
  const other = { roles: ['registrar'], vcardArray: card(['fn', {}, 'text', 'Other Inc.']) };
  test.each([
    ['the only one', [named], 'Registrar Inc.'],
    ['with its role in capitals', [{ ...named, roles: ['Registrar'] }], 'Registrar Inc.'],
    ['the first of equals', [named, other], 'Registrar Inc.'],
    ['the active one', [other, { ...named, status: ['active'] }], 'Registrar Inc.'],
    ['not the removed one', [{ ...other, status: ['removed'] }, named], 'Registrar Inc.'],
    [
      'the sponsoring one',
      [
        { ...other, status: 'active' },
        { ...named, roles: ['registrar', 'sponsor'] },
      ],
      'Registrar Inc.',
    ],
    ['a sponsor alone', [{ ...named, roles: ['sponsor'] }], 'Registrar Inc.'],
    ['the sponsoring registrar in one word', [other, { ...named, roles: ['Sponsoring Registrar'] }], 'Registrar Inc.'],
    ['the one with a name', [{ roles: ['registrar'] }, named], 'Registrar Inc.'],
    ['no reseller', [{ ...named, roles: ['reseller'] }], null],
    ['nobody without a role', [{ vcardArray: named.vcardArray }], null],
    ['its handle, where that is a name', [{ roles: ['registrar'], handle: 'REG-EXAMPLE' }], 'REG-EXAMPLE'],
    ['no number', [{ roles: ['registrar'], handle: '292' }], null],
    ['none', [], null],
  ])('%s', (_, entities, name) => {
    expect(readAnswer({ entities }).registrar.name).toBe(name);
  });

  test.each([
    ['an organisation with units', card(['org', {}, 'text', ['Registrar Inc.', 'Abuse desk']]), 'Registrar Inc.'],
    [
      'a person of an organisation',
      card(['kind', {}, 'text', 'individual'], ['fn', {}, 'text', 'Ada'], ['org', {}, 'text', 'Registrar Inc.']),
      'Registrar Inc.',
    ],
    [
      'a kind in the place of the name',
      card(['fn', {}, 'text', 'individual'], ['org', {}, 'text', 'Registrar Inc.']),
      'Registrar Inc.',
    ],
    ['an empty name', card(['fn', {}, 'text', ''], ['org', {}, 'text', 'Registrar Inc.']), 'Registrar Inc.'],
    ['properties one level too high', ['vcard', ['fn', '{}', 'text', 'Registrar Inc.']], 'Registrar Inc.'],
    ['no list', 'Registrar Inc.', null],
  ])('by %s', (_, vcardArray, name) => {
    expect(readAnswer({ entities: [{ roles: ['registrar'], vcardArray }] }).registrar.name).toBe(name);
  });

  test.each([
    ['its IANA number', [{ type: 'IANA Registrar ID', identifier: '292' }], '292'],
    ['as a number', [{ type: 'iana registrar ID', identifier: 292 }], '292'],
    ['without brackets', { type: 'IANA Registrar ID', identifier: '292' }, '292'],
    ['another list', [{ type: 'Norid registrar ID', identifier: 'reg42' }], null],
    ['words', [{ type: 'IANA Registrar ID', identifier: 'not applicable' }], null],
  ])('%s', (_, publicIds, ianaId) => {
    expect(readAnswer({ entities: [{ ...named, publicIds }] }).registrar.ianaId).toBe(ianaId);
  });

  test.each([
    ['about', { rel: 'about', href: 'https://registrar.example/' }, 'https://registrar.example/'],
    ['titled', { title: 'Registrar URL', rel: 'self', href: 'www.registrar.example' }, 'www.registrar.example'],
    ['self', { rel: 'self', href: 'https://rdap.registrar.example/entity/1' }, null],
    ['a script', { rel: 'about', href: 'javascript:alert(1)//registrar.example' }, null],
    ['words', { rel: 'about', href: 'not available' }, null],
  ])('its site by a link that is %s', (_, link, url) => {
    expect(readAnswer({ entities: [{ ...named, links: [link] }] }).registrar.url).toBe(url);
  });
});

describe('statuses', () => {
  test.each([
    ['client transfer prohibited', ['clientTransferProhibited']],
    [['active'], ['ok']],
    [['associated', 'Linked'], ['linked']],
    [['Client Hold', 'clientHold', 'client hold'], ['clientHold']],
    [['server_delete_prohibited'], ['serverDeleteProhibited']],
    [['clientHold https://icann.org/epp#clientHold'], ['clientHold']],
    [['clientHold, serverHold'], ['clientHold', 'serverHold']],
    [
      ['add period', 'auto renew period', 'redemption period', 'pending delete'],
      ['addPeriod', 'autoRenewPeriod', 'redemptionPeriod', 'pendingDelete'],
    ],
    [['locked'], ['locked']],
    [[null, 5, '', ' '], []],
    [undefined, []],
  ])('%j are %j', (status, expected) => {
    expect(readAnswer({ status }).statuses).toEqual(expected);
  });
});

describe('dates', () => {
  test.each([
    ['2025-03-20T07:00:00.000+0000', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20T07:00:00Z', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20t07:00:00z', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20T07:00:00.123456789Z', '2025-03-20T07:00:00.123Z'],
    ['2025-03-20T07:00:00+02:00', '2025-03-20T05:00:00.000Z'],
    ['2025-03-20T07:00:00-0330', '2025-03-20T10:30:00.000Z'],
    ['2025-03-20T07:00:00+02', '2025-03-20T05:00:00.000Z'],
    ['2025-03-20T07:00:00', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20 07:00:00 UTC', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20T07:00Z', '2025-03-20T07:00:00.000Z'],
    ['2025-03-20', '2025-03-20T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2025-02-29T00:00:00Z', null],
    ['2025-13-01T00:00:00Z', null],
    ['2025-03-20T24:00:00Z', null],
    ['0001-01-01T00:00:00Z', null],
    ['1970-01-01T00:00:00Z', null],
    ['20.03.2025', null],
    ['soon', null],
    ['', null],
    [1_700_000_000, null],
    [null, null],
  ])('%j is %s', (eventDate, expected) => {
    const { lifecycle } = readAnswer({ events: [{ eventAction: 'expiration', eventDate }] });
    expect(lifecycle.expires?.toISOString() ?? null).toBe(expected);
  });

  test.each([
    ['registration', 'registered'],
    ['Registration', 'registered'],
    ['expiration', 'expires'],
    ['last changed', 'lastChanged'],
    ['last update', 'lastChanged'],
    ['Last_Changed', 'lastChanged'],
    ['transfer', 'transferred'],
    ['last update of RDAP database', 'rdapUpdated'],
  ])('%s is %s', (eventAction, field) => {
    const events = [{ eventAction, eventDate: '2025-03-20T07:00:00Z' }];
    const { lifecycle } = readAnswer({ events });
    expect(Object.entries(lifecycle).filter(([, date]) => date !== null)).toEqual([
      [field, new Date(Date.UTC(2025, 2, 20, 7))],
    ]);
  });

  test.each(['registrar expiration', 'reregistration', 'locked', 'deletion', ''])(
    '%s is none of them',
    (eventAction) => {
      const { lifecycle } = readAnswer({ events: [{ eventAction, eventDate: '2025-03-20T07:00:00Z' }] });
      expect(new Set(Object.values(lifecycle))).toEqual(new Set([null]));
    },
  );

  test('of a repeated event the newest counts', () => {
    const dates = ['2020-01-01', '2022-01-01', 'never', '2021-01-01'];
    const { lifecycle } = readAnswer({ events: dates.map((eventDate) => ({ eventAction: 'transfer', eventDate })) });
    expect(lifecycle.transferred).toEqual(new Date('2022-01-01'));
  });
});

test.each([
  [{ nameservers: [{ ldhName: 'NS1.EXAMPLE.' }] }, ['ns1.example']],
  [{ nameServers: [{ ldhName: 'ns1.example' }] }, ['ns1.example']],
  [{ nameservers: [], name_servers: [{ ldhName: 'ns1.example' }] }, ['ns1.example']],
  [{ nameservers: { ldhName: 'ns1.example' } }, ['ns1.example']],
  [{ nameservers: ['ns1.example', 'NS1.example.'] }, ['ns1.example']],
  [{ nameservers: [{ unicodeName: 'ns1.bücher.example' }] }, ['ns1.bücher.example']],
  [{ nameservers: [null, 5, {}, { ldhName: '' }] }, []],
  [{}, []],
])('the nameservers of %j are %j', (answer, expected) => {
  expect(readAnswer(answer).nameservers).toEqual(expected);
});

test('what belongs to a nameserver is not taken for the domain', () => {
  const nameserver = {
    ldhName: 'ns1.example',
    status: ['active'],
    entities: [named, abuse],
    events: [{ eventAction: 'registration', eventDate: '2001-01-01' }],
  };
  expect(readAnswer({ nameservers: [nameserver] })).toEqual({ ...readAnswer({}), nameservers: ['ns1.example'] });
});

test.each([
  [{ delegationSigned: true }, true],
  [{ delegationSigned: false }, false],
  [{ delegationSigned: 'True' }, true],
  [{ dsData: [{ keyTag: 1 }] }, true],
  [{ delegationSigned: false, dsData: [{ keyTag: 1 }] }, false],
  [{ zoneSigned: true }, null],
  [{}, null],
  [undefined, null],
])('secureDNS %j: signed %s', (secureDNS, expected) => {
  expect(readAnswer({ secureDNS }).dnssec).toBe(expected);
});

test('names what was redacted', () => {
  const redacted = [
    { name: { type: 'Registrant Name' }, method: 'emptyValue' },
    { name: { description: 'Tech Email' } },
    { name: 'Registrant Street' },
    { name: {} },
    {},
    null,
  ];
  expect(readAnswer({ redacted }).redacted).toEqual(['Registrant Name', 'Tech Email', 'Registrant Street']);
});

test.each([null, undefined, 5, 'text', [], {}])('%j says nothing', (answer) => {
  expect(readAnswer(answer)).toEqual({
    handle: null,
    registrar: { name: null, ianaId: null, url: null },
    lifecycle: { registered: null, expires: null, lastChanged: null, transferred: null, rdapUpdated: null },
    statuses: [],
    abuseContacts: [],
    nameservers: [],
    dnssec: null,
    redacted: [],
  });
});

test('no value at any place makes the reading fail', () => {
  const keys = ['handle', 'ldhName', 'entities', 'roles', 'vcardArray', 'publicIds', 'links', 'href', 'rel', 'events'];
  const more = ['eventAction', 'eventDate', 'status', 'nameservers', 'nameServers', 'secureDNS', 'redacted', 'name'];
  const { tree } = fastCheck.letrec((tie) => ({
    leaf: fastCheck.oneof(fastCheck.constantFrom('registrar', 'abuse', 'vcard', 'fn'), fastCheck.jsonValue()),
    list: fastCheck.array(tie('tree'), { maxLength: 4 }),
    object: fastCheck.dictionary(fastCheck.constantFrom(...keys, ...more), tie('tree'), { maxKeys: 6 }),
    tree: fastCheck.oneof({ maxDepth: 6 }, tie('leaf'), tie('list'), tie('object')),
  }));
  fastCheck.assert(
    fastCheck.property(tree, (answer) => {
      readAnswer(answer);
      judgeAnswer(answer, 'example.com');
    }),
  );
});

describe('an answer', () => {
  test.each([
    ['of the domain', { objectClassName: 'domain', ldhName: 'EXAMPLE.com.' }, 'domain'],
    ['without a class', { ldhName: 'example.com' }, 'domain'],
    ['without a name', { objectClassName: 'Domain' }, 'domain'],
    ['of another domain', { objectClassName: 'domain', ldhName: 'example.org' }, 'foreign'],
    ['of a variant', { ldhName: 'example.org', variants: [{ variantNames: [{ ldhName: 'example.com' }] }] }, 'domain'],
    ['of an entity', { objectClassName: 'entity' }, 'foreign'],
    ['that says 404', { errorCode: 404, title: 'Not Found' }, 'not-found'],
    ['that says 500', { errorCode: 500, objectClassName: 'domain', ldhName: 'example.com' }, 'foreign'],
    ['that is a list', [{ ldhName: 'example.com' }], 'foreign'],
    ['that is nothing', null, 'foreign'],
  ])('%s is %s', (_, answer, kind) => {
    expect(judgeAnswer(answer, 'example.com')).toBe(kind);
  });

  test('with its name in Unicode only is that of its Punycode', () => {
    expect(judgeAnswer({ ldhName: 'Bücher.example' }, 'xn--bcher-kva.example')).toBe('domain');
  });

  test('that is nested to exhaust the reader is foreign', () => {
    const bomb = JSON.parse(`{"ldhName":"example.com","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(judgeAnswer(bomb, 'example.com')).toBe('foreign');
  });
});
