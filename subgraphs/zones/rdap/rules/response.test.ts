import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyResponse, nameIn, readResponse } from './response.js';

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
    [
      ['OK', 'Inactive'],
      ['ok', 'inactive'],
    ],
    [['ok (http://icann.org/epp#ok)', 'https://icann.org/epp#linked'], ['ok']],
    [['locked'], ['locked']],
    [[null, 5, '', ' '], []],
    [undefined, []],
  ])('%j are read as %j', (status, expected) => {
    expect(readResponse({ status }).statuses).toEqual(expected);
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
    ['1983-04-24T23:59:59Z', '1983-04-24T23:59:59.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['2025-03-20T07:00:00+23:59', '2025-03-19T07:01:00.000Z'],
    // The year 10000 in UTC.
    ['9999-12-31T23:59:59-05:00', null],
    ['2025-03-20T07:00:00+24:00', null],
    ['2025-03-20T07:00:00-05:60', null],
    ['2025-02-29T00:00:00Z', null],
    ['2025-03-00T00:00:00Z', null],
    ['2025-03-20T07:60:00Z', null],
    ['2025-03-20T07:00:61Z', null],
    ['on 2025-03-20', null],
    ['2025-03-20 or later', null],
    ['2025-13-01T00:00:00Z', null],
    ['2025-03-20T24:00:00Z', null],
    ['0001-01-01T00:00:00Z', null],
    ['1970-01-01T00:00:00Z', null],
    ['20.03.2025', null],
    ['soon', null],
    ['', null],
    [1_700_000_000, null],
    [null, null],
  ])('%j is read as %s', (eventDate, expected) => {
    const { lifecycle } = readResponse({ events: [{ eventAction: 'expiration', eventDate }] });
    expect(lifecycle.expires?.toISOString() ?? null).toBe(expected);
  });

  test.each([
    ['registration', 'registered'],
    ['Registration', 'registered'],
    ['expiration', 'expires'],
    ['last changed', 'lastChanged'],
    ['last update', 'lastChanged'],
    ['Last_Changed', 'lastChanged'],
    [' last - changed ', 'lastChanged'],
    ['transfer', 'transferred'],
    ['last update of RDAP database', 'rdapUpdated'],
  ])('of the event action %j are read as %s', (eventAction, field) => {
    const events = [{ eventAction, eventDate: '2025-03-20T07:00:00Z' }];
    const { lifecycle } = readResponse({ events });
    expect(Object.entries(lifecycle).filter(([, date]) => date !== null)).toEqual([
      [field, new Date(Date.UTC(2025, 2, 20, 7))],
    ]);
  });

  test.each(['registrar expiration', 'reregistration', 'locked', 'deletion', ''])(
    'of the event action %j are ignored',
    (eventAction) => {
      const { lifecycle } = readResponse({ events: [{ eventAction, eventDate: '2025-03-20T07:00:00Z' }] });
      expect(new Set(Object.values(lifecycle))).toEqual(new Set([null]));
    },
  );

  test('are those of the latest event if an event is repeated', () => {
    const dates = ['2020-01-01', '2022-01-01', 'never', '2021-01-01'];
    const { lifecycle } = readResponse({ events: dates.map((eventDate) => ({ eventAction: 'transfer', eventDate })) });
    expect(lifecycle.transferred).toEqual(new Date('2022-01-01'));
  });
});

test.each([
  [{ nameservers: [{ ldhName: 'NS1.EXAMPLE.' }] }, ['ns1.example']],
  [{ nameServers: [{ ldhName: 'ns1.example' }] }, ['ns1.example']],
  [{ nameservers: [], name_servers: [{ ldhName: 'ns1.example' }] }, ['ns1.example']],
  [{ nameservers: null, name_servers: [{ ldhName: 'ns1.example' }] }, ['ns1.example']],
  [{ nameservers: { ldhName: 'ns1.example' } }, ['ns1.example']],
  [{ nameservers: ['ns1.example', 'NS1.example.'] }, ['ns1.example']],
  [{ nameservers: [{ unicodeName: 'ns1.bücher.example' }] }, ['ns1.bücher.example']],
  [{ nameservers: [null, 5, {}, { ldhName: '' }] }, []],
  [{}, []],
])('the nameservers of %j are read as %j', (body, expected) => {
  expect(readResponse(body).nameservers).toEqual(expected);
});

test('reading a domain ignores the fields of its nameserver objects', () => {
  const nameserver = {
    ldhName: 'ns1.example',
    status: ['active'],
    entities: [{ roles: ['registrar', 'abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Registrar Inc.']]] }],
    events: [{ eventAction: 'registration', eventDate: '2001-01-01' }],
  };
  expect(readResponse({ nameservers: [nameserver] })).toEqual({ ...readResponse({}), nameservers: ['ns1.example'] });
});

test.each([
  [{ delegationSigned: true }, true],
  [{ delegationSigned: false }, false],
  [{ delegationSigned: 'True' }, true],
  [{ dsData: [{ keyTag: 1 }] }, true],
  [{ keyData: [{ flags: 257 }] }, true],
  [{ delegationSigned: false, dsData: [{ keyTag: 1 }] }, false],
  [{ zoneSigned: true }, null],
  [{}, null],
  [undefined, null],
])('secureDNS %j is read as signed: %s', (secureDNS, expected) => {
  expect(readResponse({ secureDNS }).dnssec).toBe(expected);
});

test.each([
  [' D1-EXAMPLE ', 'D1-EXAMPLE'],
  [5, '5'],
  ['x'.repeat(2000), 'x'.repeat(2000)],
  ['x'.repeat(2001), null],
  [' ', null],
  [{}, null],
])('the handle $0 is read as $1', (handle, expected) => {
  expect(readResponse({ handle }).handle).toBe(expected);
});

test('reading a response lists its redacted fields', () => {
  const redacted = [
    { name: { type: 'Registrant Name' }, method: 'emptyValue' },
    { name: { description: 'Tech Email' } },
    { name: 'Registrant Street' },
    { name: {} },
    {},
    null,
  ];
  expect(readResponse({ redacted }).redacted).toEqual(['Registrant Name', 'Tech Email', 'Registrant Street']);
});

test.each([null, undefined, 5, 'text', [], {}])('reading %j returns no data', (body) => {
  expect(readResponse(body)).toEqual({
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

test('reading a response never fails, regardless of the types of its values', () => {
  const keys = ['handle', 'ldhName', 'entities', 'roles', 'vcardArray', 'publicIds', 'links', 'href', 'rel', 'events'];
  const more = ['eventAction', 'eventDate', 'status', 'nameservers', 'nameServers', 'secureDNS', 'redacted', 'name'];
  const { tree } = fastCheck.letrec((tie) => ({
    leaf: fastCheck.oneof(fastCheck.constantFrom('registrar', 'abuse', 'vcard', 'fn'), fastCheck.jsonValue()),
    list: fastCheck.array(tie('tree'), { maxLength: 4 }),
    object: fastCheck.dictionary(fastCheck.constantFrom(...keys, ...more), tie('tree'), { maxKeys: 6 }),
    tree: fastCheck.oneof({ maxDepth: 6 }, tie('leaf'), tie('list'), tie('object')),
  }));
  fastCheck.assert(
    fastCheck.property(tree, (body) => {
      readResponse(body);
      classifyResponse(body);
      nameIn(body, 'example.com');
    }),
  );
});

describe('reading a 1 MB response takes at most 2,000 times the CPU time of JSON.parse with many', () => {
  const times = <Item>(count: number, make: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => make(index));
  const phones = (count: number) => [
    'vcard',
    times(count, (index) => ['tel', {}, 'text', `1${index}${' '.repeat(990)}x${' '.repeat(990)}!`]),
  ];
  const registrar = { roles: ['registrar', 'abuse'] };
  /** The CPU time of the work, in microseconds. */
  const processorTimeOf = (work: () => void): number => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const name = (index: number) => times(124, (at) => String.fromCodePoint(0x4e00 + ((at * 7919 + index) % 20_000)));

  test.each([
    ['phones', { entities: [{ ...registrar, vcardArray: phones(500) }] }],
    ['phone numbers of many registrars', { entities: times(20, () => ({ ...registrar, vcardArray: phones(25) })) }],
    ['statuses', { status: times(500, (index) => `${'http: '.repeat(330)}\n${index}`) }],
    [
      'dates',
      { events: times(9000, () => ({ eventAction: 'expiration', eventDate: `2020-01-01${' '.repeat(80)}!` })) },
    ],
    [
      'names',
      { variants: [{ variantNames: times(170, (index) => ({ unicodeName: name(index).join('').repeat(16) })) }] },
    ],
    ['names in Punycode', { variants: [{ variantNames: times(500, () => ({ ldhName: `xn--${'a'.repeat(1900)}` })) }] }],
    [
      'names of the maximum length',
      { variants: [{ variantNames: times(2000, (index) => ({ unicodeName: name(index).join('') })) }] },
    ],
  ])('%s', (_, body) => {
    const text = JSON.stringify(body);
    const decoding = processorTimeOf(() => {
      for (let round = 0; round < 100; round++) JSON.parse(text);
    });
    const parsing = processorTimeOf(() => {
      readResponse(body);
      classifyResponse(body);
      nameIn(body, 'example.com');
    });
    expect(parsing).toBeLessThan(20 * decoding);
  });
});

describe('an RDAP response', () => {
  test.each([
    ['of a domain', { objectClassName: 'domain', ldhName: 'EXAMPLE.com.' }, 'domain'],
    ['without a class', { ldhName: 'example.com' }, 'domain'],
    ['without a name', { objectClassName: 'Domain' }, 'domain'],
    ['of an entity', { objectClassName: 'entity' }, 'invalid'],
    ['with code 404', { errorCode: 404, title: 'Not Found' }, 'not-found'],
    ['with code 500', { errorCode: 500, objectClassName: 'domain', ldhName: 'example.com' }, 'invalid'],
    ['that is a list', [{ ldhName: 'example.com' }], 'invalid'],
    ['that is null', null, 'invalid'],
  ])('%s is %s', (_, body, kind) => {
    expect(classifyResponse(body)).toBe(kind);
  });

  test('is invalid if it is nested too deeply', () => {
    const bomb = JSON.parse(`{"ldhName":"example.com","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(classifyResponse(bomb)).toBe('invalid');
    const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [1, inner], 1);
    expect(classifyResponse({ ldhName: 'example.com', x: nested(30) })).toBe('domain');
    expect(classifyResponse({ ldhName: 'example.com', x: nested(60) })).toBe('invalid');
  });

  test.each([
    [
      'in upper case with a trailing dot is about the requested name',
      { ldhName: 'XN--BCHER-KVA.example.' },
      'xn--bcher-kva.example',
    ],
    [
      'in Unicode, sent as ldhName, is about the requested name',
      { ldhName: 'Bücher.example' },
      'xn--bcher-kva.example',
    ],
    [
      'in Unicode, sent as unicodeName, is about the requested name',
      { unicodeName: 'bücher.example' },
      'xn--bcher-kva.example',
    ],
    [
      'of a variant is about the requested name',
      { ldhName: 'buecher.example', variants: [{ variantNames: [{ ldhName: 'xn--bcher-kva.example' }] }] },
      'xn--bcher-kva.example',
    ],
    ['that is missing is about the requested name', { objectClassName: 'domain' }, 'xn--bcher-kva.example'],
    ['that is invalid is about the requested name', { ldhName: '<script>' }, 'xn--bcher-kva.example'],
    ['of another domain is about that domain', { ldhName: 'BUECHER.example.' }, 'buecher.example'],
  ])('with a name %s', (_, body, name) => {
    expect(nameIn(body, 'xn--bcher-kva.example')).toBe(name);
  });
});
