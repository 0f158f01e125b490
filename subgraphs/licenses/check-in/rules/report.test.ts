import { describe, expect, test } from 'vitest';
import { checkReport } from './report.js';

const validReport = {
  guid: '6F1C9A52-3D3B-4F0E-9A57-2C1F0B8F6D11',
  hostname: 'plc-1',
  version: '4.1.0',
  ipAddresses: ['10.0.0.1'],
  macAddress: '00:00:5e:00:53:01',
  os: 'linux',
  label: 'lab',
  logdir: '/var/log',
};

function problemOf(differences: object) {
  const checked = checkReport({ ...validReport, ...differences });
  return 'problem' in checked ? checked.problem.message : undefined;
}

const fields = [
  ['guid', 'Guid'],
  ['hostname', 'Hostname'],
  ['version', 'Version'],
  ['ipAddresses', 'Ip_addresses'],
  ['macAddress', 'Mac_address'],
  ['os', 'Os'],
  ['label', 'Label'],
  ['logdir', 'Logdir'],
] as const;

test('returns a valid report with its GUID in lower case', () => {
  expect(checkReport(validReport)).toEqual({ report: { ...validReport, guid: validReport.guid.toLowerCase() } });
});

test.each(fields.filter(([name]) => !mayBeEmpty(name)))(
  'the field %s is required: it may not be empty',
  (name, displayName) => {
    expect(problemOf({ [name]: '' })).toBe(`${displayName} is required`);
    expect(problemOf({ [name]: [] })).toBe(`${displayName} is required`);
  },
);

test.each(fields.filter(([name]) => mayBeEmpty(name)))('the field %s may be an empty string', (name, displayName) => {
  expect(problemOf({ [name]: '' })).toBeUndefined();
  expect(problemOf({ [name]: [] })).toBe(`${displayName} is invalid`);
});

describe.each(fields)('the field %s', (name, displayName) => {
  test.each([undefined, null])('is required: %s', (value) => {
    expect(problemOf({ [name]: value })).toBe(`${displayName} is required`);
  });

  test.each(
    [0, 1, true, false, {}, ['x', 1], [null], [['x']], 'a\0b', '\ud800'].filter(
      (value) => (name !== 'ipAddresses' && name !== 'guid') || typeof value !== 'string',
    ),
  )('is rejected if it has the wrong type: %j', (value) => {
    expect(problemOf({ [name]: value })).toBe(`${displayName} is invalid`);
  });

  test('is rejected if it is too long', () => {
    const tooLong = 'x'.repeat(5000);
    const message = name === 'guid' ? 'Invalid GUID format' : `${displayName} is invalid`;
    expect(problemOf({ [name]: name === 'ipAddresses' ? [tooLong] : tooLong })).toBe(message);
  });
});

test('accepts at most 1000 addresses, each a string', () => {
  expect(problemOf({ ipAddresses: '10.0.0.1' })).toBe('Ip_addresses is invalid');
  expect(problemOf({ ipAddresses: Array(1000).fill('10.0.0.1') })).toBeUndefined();
  expect(problemOf({ ipAddresses: Array(1001).fill('10.0.0.1') })).toBe('Ip_addresses is invalid');
});

test('reports the first invalid field in the order of the specification', () => {
  const names = fields.map(([name]) => name);
  for (const [index, [, displayName]] of fields.entries()) {
    const missing = Object.fromEntries(names.slice(index).map((name) => [name, null]));
    expect(problemOf(missing)).toBe(`${displayName} is required`);
  }
  expect(problemOf({ hostname: 7, os: null })).toBe('Hostname is invalid');
});

describe('a GUID', () => {
  test.each([
    '6f1c9a52-3d3b-4f0e-8a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-4f0e-ba57-2c1f0b8f6d11',
    '6F1C9A52-3d3b-4F0E-Aa57-2c1f0b8f6d11',
  ])('is accepted: %s', (guid) => {
    expect(problemOf({ guid })).toBeUndefined();
  });

  test.each([
    '6f1c9a52-3d3b-1f0e-9a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-5f0e-9a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-7f0e-9a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-4f0e-7a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-4f0e-ca57-2c1f0b8f6d11',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '6f1c9a523d3b4f0e9a572c1f0b8f6d11',
    '{6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11}',
    'urn:uuid:6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11',
    ' 6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11',
    '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11\n',
    '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d1',
    '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d111',
    '6g1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11',
    'nonsense',
    'x'.repeat(5000),
    'a\0b',
  ])('is rejected: %j', (guid) => {
    expect(problemOf({ guid })).toBe('Invalid GUID format');
  });

  test('is named as the invalid field', () => {
    const problem = { cause: 'invalid_guid', field: 'guid', message: 'Invalid GUID format' };
    expect(checkReport({ ...validReport, guid: 'nonsense' })).toEqual({ problem });
  });

  test('is validated after all fields', () => {
    expect(problemOf({ guid: 'x'.repeat(5000), logdir: null })).toBe('Logdir is required');
  });
});

function mayBeEmpty(name: string): boolean {
  return name === 'label' || name === 'logdir';
}
