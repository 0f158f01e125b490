import { describe, expect, test } from 'vitest';
import { readEntities } from './entities.js';

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
    ['nested without an array', [{ ...named, entities: abuse }], fromRegistrar],
    ['at the domain level', [named, abuse], [{ ...contact, source: 'domain' }]],
    ['at both levels, returned once', [abuse, { ...named, entities: [abuse] }], fromRegistrar],
    ['with the role in upper case', [{ ...named, entities: [{ ...abuse, roles: ['ABUSE'] }] }], fromRegistrar],
    ['with a repeated role', [{ ...named, entities: [{ ...abuse, roles: ['abuse', 'Abuse'] }] }], fromRegistrar],
    ['with the role as a string', [{ ...named, entities: [{ ...abuse, roles: 'abuse' }] }], fromRegistrar],
    [
      'identified by the class',
      [{ ...named, entities: [{ ...abuse, roles: [], objectClassName: 'abuse' }] }],
      fromRegistrar,
    ],
    [
      'of a registrar that is also the contact',
      [{ ...named, ...abuse, roles: ['registrar', 'abuse'] }],
      [{ ...contact, source: 'domain' }],
    ],
    ['absent', [named], []],
    ['without a role', [{ vcardArray: card(email) }], []],
    ['nested in the registrant', [named, { roles: ['registrant'], entities: [abuse] }], []],
    [
      'of a registrar that is not the registrar of record',
      [{ ...named, status: ['inactive'], entities: [abuse] }, named],
      [],
    ],
  ])('are read from the entities of a response: %s', (_, entities, contacts) => {
    expect(readEntities(entities).abuseContacts).toEqual(contacts);
  });

  test.each([
    ['a fax', [['tel', { type: 'fax' }, 'uri', 'tel:+1.5550000000'], phone], '+1.5551234567'],
    [
      'a list of types with fax',
      [['tel', { Type: ['work', 'Fax'] }, 'uri', 'tel:+1.5550000000'], phone],
      '+1.5551234567',
    ],
    ['a list of types', [['tel', { type: ['voice', 'work'] }, 'uri', 'tel:+1.5551234567']], '+1.5551234567'],
    ['no types', [['tel', {}, 'text', '+1.5551234567']], '+1.5551234567'],
    ['no parameters', [['tel', null, 'text', '+1 555 123-4567']], '+1 555 123-4567'],
    ['an extension', [['tel', {}, 'uri', 'tel:+1.5551234567;ext=102']], '+1.5551234567;ext=102'],
    ['another property', [['note', {}, 'text', '+1.5550000000'], phone], '+1.5551234567'],
    ['a URI with a space', [['tel', {}, 'uri', 'tel: +1.5551234567']], '+1.5551234567'],
    ...['(555) 123-4567', '+1.5551234567x102', '+1.5551234567 x 102', '+1 555 1234567; ext. 102'].map(
      (number): [string, unknown[], string] => [`no words: ${number}`, [['tel', {}, 'text', number]], number],
    ),
    ...['REDACTED FOR PRIVACY', 'call +1.5551234567', '+1.5551234567 at night', '( 1 )'].map(
      (words): [string, unknown[], null] => [`words: ${words}`, [['tel', {}, 'text', words]], null],
    ),
    ['a fax as a URI', [['tel', {}, 'uri', 'fax:+1.5550000000'], phone], '+1.5551234567'],
    ['an empty string', [['tel', {}, 'text', '']], null],
  ])('have the valid phone number, if any, of a card with %s', (_, properties, expected) => {
    const entity = { roles: ['abuse'], vcardArray: card(email, ...properties) };
    expect(readEntities([entity]).abuseContacts).toEqual([
      { email: 'abuse@registrar.example', phone: expected, source: 'domain' },
    ]);
  });

  test('omit invalid email addresses', () => {
    const entity = {
      roles: ['abuse'],
      vcardArray: card(
        email,
        ['email', {}, 'text', 'https://form.example'],
        ['email', {}, 'text', 'see abuse@other.example'],
        ['email', {}, 'text', 'abuse@other.example or call'],
        ['email', {}, 'text', 'mailto:two@registrar.example'],
      ),
    };
    expect(readEntities([entity]).abuseContacts.map((found) => found.email)).toEqual([
      'abuse@registrar.example',
      'two@registrar.example',
    ]);
  });
});

describe('the registrar', () => {
  const other = { roles: ['registrar'], vcardArray: card(['fn', {}, 'text', 'Other Inc.']) };
  test.each([
    ['is the only one', [named], 'Registrar Inc.'],
    ['may have its role in any case', [{ ...named, roles: ['Registrar'] }], 'Registrar Inc.'],
    ['is the first of several', [named, other], 'Registrar Inc.'],
    ['is the active one', [other, { ...named, status: ['active'] }], 'Registrar Inc.'],
    ['may have spaces around its role', [{ ...named, roles: [' registrar '] }], 'Registrar Inc.'],
    ['is not an obscured one', [{ ...other, status: ['obscured'] }, named], 'Registrar Inc.'],
    ['is not a removed one', [{ ...other, status: ['removed'] }, named], 'Registrar Inc.'],
    [
      'is the sponsoring one',
      [
        { ...other, status: 'active' },
        { ...named, roles: ['registrar', 'sponsor'] },
      ],
      'Registrar Inc.',
    ],
    ['may have only the role of a sponsor', [{ ...named, roles: ['sponsor'] }], 'Registrar Inc.'],
    [
      'may have the role of a sponsoring registrar',
      [other, { ...named, roles: ['Sponsoring Registrar'] }],
      'Registrar Inc.',
    ],
    ['is the one with a name', [{ roles: ['registrar'] }, named], 'Registrar Inc.'],
    [
      'is the one with an IANA id',
      [
        { roles: ['registrar'], handle: 'OTHER' },
        { roles: ['registrar'], handle: 'REG-EXAMPLE', publicIds: [{ type: 'IANA Registrar ID', identifier: '292' }] },
      ],
      'REG-EXAMPLE',
    ],
    [
      'may have its name in a nested registrar',
      [
        {
          roles: ['registrar'],
          handle: 'REG-EXAMPLE',
          entities: [{ ...other, roles: ['abuse'] }, { roles: ['registrar'] }, named],
        },
      ],
      'Registrar Inc.',
    ],
    ['is not a reseller', [{ ...named, roles: ['reseller'] }], null],
    ['is absent if no entity has its role', [{ vcardArray: named.vcardArray }], null],
    ['uses its handle as its name', [{ roles: ['registrar'], handle: 'REG-EXAMPLE' }], 'REG-EXAMPLE'],
    ['has no name if its handle is a number', [{ roles: ['registrar'], handle: '292' }], null],
    ['is absent without entities', [], null],
  ])('%s', (_, entities, name) => {
    expect(readEntities(entities).registrar.name).toBe(name);
  });

  test.each([
    ['an organization with units', card(['org', {}, 'text', ['Registrar Inc.', 'Abuse desk']]), 'Registrar Inc.'],
    [
      'a person of an organization',
      card(['kind', {}, 'text', 'individual'], ['fn', {}, 'text', 'Ada'], ['org', {}, 'text', 'Registrar Inc.']),
      'Registrar Inc.',
    ],
    ...['individual', 'group', 'Org', 'location'].map((kind): [string, unknown[], string] => [
      'a kind instead of the name',
      card(['fn', {}, 'text', kind], ['org', {}, 'text', 'Registrar Inc.']),
      'Registrar Inc.',
    ]),
    [
      'a name, which takes precedence over its organization',
      card(['fn', {}, 'text', 'Registrar Inc.'], ['org', {}, 'text', 'Holding Ltd.']),
      'Registrar Inc.',
    ],
    ['an organization without a first unit', card(['org', {}, 'text', [null, 'Registrar Inc.']]), 'Registrar Inc.'],
    ['an empty name', card(['fn', {}, 'text', ''], ['org', {}, 'text', 'Registrar Inc.']), 'Registrar Inc.'],
    ['properties that are not nested', ['vcard', ['fn', '{}', 'text', 'Registrar Inc.']], 'Registrar Inc.'],
    ['properties that are nested too deeply, as null', ['vcard', [[['fn', {}, 'text', 'Registrar Inc.']]]], null],
    ['a string instead of properties, as null', 'Registrar Inc.', null],
  ])('reads its name from a card with %s', (_, vcardArray, name) => {
    expect(readEntities([{ roles: ['registrar'], vcardArray }]).registrar.name).toBe(name);
  });

  test.each([
    ['has its IANA id', [{ type: 'IANA Registrar ID', identifier: '292' }], '292'],
    ['has its IANA id as a number instead of a string', [{ type: 'iana registrar ID', identifier: 292 }], '292'],
    ['has its IANA id in an object instead of a list', { type: 'IANA Registrar ID', identifier: '292' }, '292'],
    ['has no IANA id if the id is of another list', [{ type: 'Norid registrar ID', identifier: '42' }], null],
    [
      'has no IANA id if the identifier begins with words',
      [{ type: 'IANA Registrar ID', identifier: 'IANA 292' }],
      null,
    ],
    [
      'has no IANA id if the identifier ends with words',
      [{ type: 'IANA Registrar ID', identifier: '292 (reserved)' }],
      null,
    ],
    [
      'has no IANA id if the identifier consists of words',
      [{ type: 'IANA Registrar ID', identifier: 'not applicable' }],
      null,
    ],
  ])('%s', (_, publicIds, ianaId) => {
    expect(readEntities([{ ...named, publicIds }]).registrar.ianaId).toBe(ianaId);
  });

  test.each([
    ['about', { rel: 'about', href: 'https://registrar.example/' }, 'https://registrar.example/'],
    ['titled', { title: 'Registrar URL', rel: 'self', href: 'www.registrar.example' }, 'www.registrar.example'],
    ['a host', { rel: 'about', href: 'registrar.example:8443#top' }, 'registrar.example:8443#top'],
    ['a path', { rel: 'about', href: 'http://registrar.example/about?a' }, 'http://registrar.example/about?a'],
    ['a path with words', { rel: 'about', href: 'https://registrar.example/ or call' }, null],
    ['self', { rel: 'self', href: 'https://rdap.registrar.example/entity/1' }, null],
    ['a script', { rel: 'about', href: 'javascript:alert(1)//registrar.example' }, null],
    ['a scheme with dots', { rel: 'about', href: 'registrar.example:alert(1)' }, null],
    ['words', { rel: 'about', href: 'not available' }, null],
  ])('reads its website from a link, unless it is unsafe: %s', (_, link, url) => {
    expect(readEntities([{ ...named, links: [link] }]).registrar.url).toBe(url);
  });

  test('reads its website from its card if it has no link', () => {
    const vcardArray = card(['url', {}, 'uri', 'https://registrar.example/']);
    expect(readEntities([{ ...named, vcardArray }]).registrar.url).toBe('https://registrar.example/');
  });
});
