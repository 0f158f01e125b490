import { describe, expect, test } from 'vitest';
import { holderChange, holderDates } from './holder.js';

const lookedAt = Date.UTC(2026, 2, 1, 12);
const later = lookedAt + 3_600_000;
const dayMs = 86_400_000;

const event = (eventAction: string, date: number | string) => ({
  eventAction,
  eventDate: typeof date === 'number' ? new Date(date).toISOString() : date,
});
const registered = (date: number | string) => ({ events: [event('registration', date)] });
const transferred = (date: number | string) => ({ events: [event('transfer', date)] });
const card = (properties: Record<string, unknown>) => [
  'vcard',
  Object.entries(properties).map(([name, value]) => [name, {}, 'text', value]),
];
const registrant = (properties: Record<string, unknown>, rest: object = {}) => ({
  entities: [{ roles: ['registrant'], vcardArray: card(properties), ...rest }],
});
const registrar = (name: string, ianaId?: string, rest: object = {}) => ({
  roles: ['registrar'],
  vcardArray: card({ fn: name }),
  ...(ianaId !== undefined && { publicIds: [{ type: 'IANA Registrar ID', identifier: ianaId }] }),
  ...rest,
});
const registrars = (...entities: object[]) => ({ entities });

function change(before: object | null, after: object | null, referred: { before?: object; after?: object } = {}) {
  const textOf = (response: object | null | undefined) => (response ? JSON.stringify(response) : null);
  return holderChange(
    { body: textOf(before), referred: textOf(referred.before), fetchedAt: lookedAt },
    { body: textOf(after), referred: textOf(referred.after), fetchedAt: later },
  );
}

describe('the holder is the same with', () => {
  test.each<[string, object | null, object | null]>([
    [
      'the organization in place of the name',
      registrant({ fn: 'Acme Inc.' }),
      registrant({ fn: '', org: 'Acme Inc.' }),
    ],
    [
      'another person of the organization',
      registrant({ fn: 'Ana', org: 'Acme' }),
      registrant({ fn: 'Zoe', org: 'Acme' }),
    ],
    ['name and organization exchanged', registrant({ fn: 'Ana', org: 'Acme' }), registrant({ fn: 'Acme', org: 'Ana' })],
    ['other case, white space and punctuation', registrant({ org: 'ACME,  Inc' }), registrant({ org: ' Ac me Inc. ' })],
    ['accents as separate characters', registrant({ fn: 'José' }), registrant({ fn: 'Jose\u0301' })],
    [
      'another handle and phone number',
      registrant({ fn: 'Ana', tel: '+1.1' }, { handle: 'C1' }),
      registrant({ fn: 'Ana', tel: '+1.2' }, { handle: 'C2' }),
    ],
    ['another handle and no name', registrant({}, { handle: 'C1' }), registrant({}, { handle: 'C2' })],
    ...[
      ...[
        'REDACTED FOR PRIVACY',
        'Data Redacted',
        'Not Disclosed',
        'Domains By Proxy, LLC',
        'Private Person',
        'N/A',
        'XXXX',
        '-',
      ],
      ...[
        'Withheld for Privacy ehf',
        'See PrivacyGuardian.org',
        'Non-Public Data',
        'Nonpublic',
        'Registrant of acme.test',
      ],
    ].flatMap((text): [string, object, object][] => [
      [`a name that becomes ${text}`, registrant({ fn: 'Ana' }), registrant({ fn: text, org: text })],
      [`a name after ${text}`, registrant({ org: text }), registrant({ fn: 'Ana' })],
    ]),
    ['a registrant that is no longer present', registrant({ fn: 'Ana' }), {}],
    [
      'a registrar whose name is spelled differently',
      registrars(registrar('GoDaddy.com, LLC')),
      registrars(registrar('GODADDY.COM LLC')),
    ],
    ['a registrar with another name', registrars(registrar('One', '0146')), registrars(registrar('Two', '146'))],
    [
      'a registrar that no longer has a name',
      registrars(registrar('One')),
      registrars({ roles: ['registrar'], handle: 'REG-ONE' }),
    ],
    [
      'registrars in another order',
      registrars(registrar('A', '1'), registrar('B', '2')),
      registrars(registrar('B', '2'), registrar('A', '1')),
    ],
    ['a registration date that was missing', {}, registered('2019-01-01')],
    ['a registration date that is no longer present', registered('2019-01-01'), {}],
    ['an earlier registration date', registered('2019-01-01'), registered('2018-01-01')],
    ['a registration date with a time of day', registered('2019-01-01'), registered('2019-01-01T21:30:00Z')],
    ['a registration in the future', registered('2019-01-01'), registered('2099-01-01')],
    ['a transfer in the future', {}, transferred(later + 1)],
    ['an old transfer that was missing', {}, transferred('2019-01-01')],
    ['a domain that was absent for one response', null, registered('2019-01-01')],
    ['a domain that no longer exists', registered('2019-01-01'), null],
    ['a domain that is still absent', null, null],
    ['a domain that was absent, with a registration date one day earlier', null, registered(lookedAt - dayMs)],
    ['a registration date that is one day later', registered('2019-01-01'), registered('2019-01-02')],
    ['a registration date at the time of the earlier response', {}, registered(lookedAt)],
    ['an organization that was missing', registrant({ fn: 'Ana' }), registrant({ fn: 'Ana', org: 'Acme' })],
    [
      'an additional registrant, and a missing organization',
      registrant({ fn: 'Ana', org: 'Acme' }),
      registrars(...registrant({ fn: 'Ana' }).entities, ...registrant({ fn: 'Zoe' }).entities),
    ],
    ['other statuses', { status: ['active'] }, { status: ['client hold'] }],
  ])('%s', (_, before, after) => {
    expect(change(before, after)).toBeUndefined();
  });

  test('a registrar that did not respond earlier', () => {
    expect(change(registrant({ fn: 'Ana' }), {}, { after: registrant({ fn: 'Zoe' }) })).toBeUndefined();
  });

  test('a registration date that only the registrar reports afterwards', () => {
    expect(change(registered('2010-01-01'), {}, { before: {}, after: registered('2015-01-01') })).toBeUndefined();
  });
});

describe('the domain has changed hands with', () => {
  test.each<[string, object | null, object | null, object]>([
    [
      'a later registration',
      registered('2019-01-01'),
      registered('2025-01-01'),
      { kind: 'registered', at: Date.UTC(2025, 0) },
    ],
    [
      'a registration after the earlier response',
      {},
      registered(lookedAt + 1),
      { kind: 'registered', at: lookedAt + 1 },
    ],
    [
      'a later registration, if both responses also contain a date in the future',
      { events: [event('registration', '2019-01-01'), event('registration', '2099-01-01')] },
      { events: [event('registration', lookedAt - dayMs), event('registration', '2099-01-01')] },
      { kind: 'registered', at: lookedAt - dayMs },
    ],
    ['a transfer after the earlier response', {}, transferred(later), { kind: 'transferred', at: later }],
    [
      'a transfer after a response with a transfer in the future',
      transferred('2099-01-01'),
      transferred(lookedAt + 1),
      { kind: 'transferred', at: lookedAt + 1 },
    ],
    [
      'a later transfer',
      transferred('2019-01-01'),
      transferred('2025-01-01'),
      { kind: 'transferred', at: Date.UTC(2025, 0) },
    ],
    [
      'another registrar',
      registrars(registrar('One', '1')),
      registrars(registrar('One', '2')),
      { kind: 'transferred' },
    ],
    [
      'a registrar that was the sponsor before',
      registrars(registrar('One', '1'), registrar('Two', '2', { status: ['removed'] })),
      registrars(registrar('One', '1', { status: ['removed'] }), registrar('Two', '2')),
      { kind: 'transferred' },
    ],
    [
      'a registrar of another name',
      registrars(registrar('One')),
      registrars(registrar('Two', '2')),
      { kind: 'transferred' },
    ],
    [
      'a registrar of another name without its IANA id',
      registrars(registrar('One', '1')),
      registrars(registrar('Two')),
      { kind: 'transferred' },
    ],
    [
      'a registrar of another name, both without IANA ids',
      registrars(registrar('One')),
      registrars(registrar('Two')),
      { kind: 'transferred' },
    ],
    ['another registrant', registrant({ fn: 'Ana' }), registrant({ fn: 'Zoe' }), { kind: 'transferred' }],
    [
      'names that begin like redacted ones',
      registrant({ fn: 'Nadia' }),
      registrant({ fn: 'Xena' }),
      { kind: 'transferred' },
    ],
    [
      'another registrant that is also a contact',
      registrant({ fn: 'Ana' }, { roles: ['technical', 'registrant'] }),
      registrant({ fn: 'Zoe' }, { roles: ['registrant', 'technical'] }),
      { kind: 'transferred' },
    ],
    [
      'another organization whose contact has the same name',
      registrant({ fn: 'Domain Admin', org: 'Acme' }),
      registrant({ fn: 'Domain Admin', org: 'Globex' }),
      { kind: 'transferred' },
    ],
    ['a registration of an absent domain', null, registered(later), { kind: 'registered', at: later }],
    ['a registration of an absent domain without a date', null, {}, { kind: 'registered' }],
    [
      'a registration of an absent domain with a date in the future',
      null,
      registered('2099-01-01'),
      { kind: 'registered' },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(change(before, after)).toEqual(expected);
  });

  test('another registrant in the response of the registrar', () => {
    const referred = { before: registrant({ fn: 'Ana' }), after: registrant({ fn: 'Zoe' }) };
    expect(change({}, {}, referred)).toEqual({ kind: 'transferred' });
    expect(change({}, registrant({ fn: 'Eve' }), referred)).toEqual({ kind: 'transferred' });
    expect(change(registrant({ fn: 'Eve' }), registrant({ fn: 'Eve' }), referred)).toBeUndefined();
  });

  test('another registrar in the response of the registrar, if the registry omitted it earlier', () => {
    const referred = { before: registrars(registrar('One')), after: registrars(registrar('Two')) };
    expect(change({}, registrars(registrar('Eve')), referred)).toEqual({ kind: 'transferred' });
  });

  test('a date that only the registrar reports', () => {
    const at = Date.UTC(2025, 0);
    const referred = { before: registered('2019-01-01'), after: registered('2025-01-01') };
    expect(change({}, {}, referred)).toEqual({ kind: 'registered', at });
    expect(change(null, {}, { after: registered(later) })).toEqual({ kind: 'registered', at: later });
  });
});

test('the dates of a response are the newest ones in the past; those of the registry take precedence', () => {
  const dates = ['2019-01-01', '2025-01-01', '2099-01-01'].map((date) => event('registration', date));
  const body = JSON.stringify({ events: dates });
  const referred = JSON.stringify({ events: [...dates.slice(0, 1), event('transfer', lookedAt)] });
  expect(holderDates({ body, referred, fetchedAt: lookedAt })).toEqual({
    registeredAt: Date.UTC(2025, 0),
    transferredAt: lookedAt,
  });
});
