import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { torture, torturePairs } from '../../../../test/zones/support/torture.js';
import type { DelegationBatch } from './delegation-batch.js';
import { maxNameservers, ZoneFileReader } from './zone-file-reader.js';

/** The delegations in the chunks of a file, each `label nameserver`, sorted, without duplicates. */
function read(zone: string, ...pieces: (string | Buffer)[]): string[] {
  const reader = new ZoneFileReader(zone);
  return pairsOf([...pieces.map((piece) => reader.push(Buffer.from(piece))), reader.end()]);
}

/** Like {@link read}, of a file that is known to be complete. */
function readComplete(zone: string, text: string): string[] {
  const reader = new ZoneFileReader(zone);
  return pairsOf([reader.push(Buffer.from(text)), reader.end({ isVerified: true })]);
}

function pairsOf(found: readonly DelegationBatch[]): string[] {
  const pairs = found.flatMap((batch) =>
    Array.from({ length: batch.count }, (_, index) =>
      batch.nameserversOf(index).map((name) => `${batch.labelOf(index)} ${name}`),
    ).flat(),
  );
  return [...new Set(pairs)].sort();
}

describe('a zone file with all features of the master file format', () => {
  test('is read as the delegations that it contains', () => {
    expect(read('example', torture)).toEqual(torturePairs);
  });

  test('is read with the same result in chunks of any size', () => {
    for (let cut = 0; cut <= torture.length; cut++) {
      expect(read('example', torture.subarray(0, cut), torture.subarray(cut))).toEqual(torturePairs);
    }
    expect(read('example', ...Array.from(torture, (byte) => Buffer.from([byte])))).toEqual(torturePairs);
  });

  test('is read with its serial number and record count', () => {
    const reader = new ZoneFileReader('example');
    reader.push(torture);
    reader.end();
    expect(reader.serial).toBe(2026010101);
    // The number of records that BIND writes, and one duplicate.
    expect(reader.records).toBe(37 + 1);
  });
});

test('the plain format of registries and all other notations are read with the same result', () => {
  const name = fastCheck.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/);
  const record = fastCheck.record({ owner: name, server: name, form: fastCheck.nat(4) });
  fastCheck.assert(
    fastCheck.property(fastCheck.array(record, { minLength: 1, maxLength: 20 }), (records) => {
      const plain = records.map(({ owner, server }) => `${owner}.com.\t172800\tin\tns\t${server}.net.\n`).join('');
      const lines = records.map(({ owner, server, form }) => {
        const forms = [
          `${owner} NS ${server}.net.`,
          `${owner}.com. IN 172800 NS ( ${server}.net. )`,
          `${owner} 2d in\tNS ${server}.NET. ; comment`,
          `${owner}.COM. NS (\n ; within\n ${server}.net.\n)`,
          `${[...owner].map((character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`).join('')} NS ${server}.net.`,
        ];
        return `${forms[form]}\n`;
      });
      expect(read('com', lines.join(''))).toEqual(read('com', plain));
    }),
  );
});

const probablyTruncated = 'the file ends in this record, so it is probably truncated';

/** Syntax errors with their expected line, column and message. */
const longLabel = 'a'.repeat(61);
/** The name has 247 bytes. */
const longLabels = Array(4).fill(longLabel).join('.');

test.each<[string, string[]]>([
  ['a NS b.\n', ['a b.']],
  ['@a NS b.\n', ['\\@a b.']],
  ['a\\255 NS b.\n', ['a\\255 b.']],
  [`${'a'.repeat(63)} NS b.\n`, [`${'a'.repeat(63)} b.`]],
  [`${longLabels}.x NS b.\n`, [`${longLabels}.x b.`]],
  [`${longLabels}.\\001 NS b.\n`, [`${longLabels}.\\001 b.`]],
  ['a NS \\b\n', ['a b.com.']],
  ['a NS x#\n', ['a x#.com.']],
  ['a NS \\#a\n', ['a #a.com.']],
  ['a NS \\# 1 00\n', ['a .']],
  ['a NS \\# 3 01 6200\n', ['a b.']],
  [`a NS \\# 65 3f${'61'.repeat(63)}00\n`, [`a ${'a'.repeat(63)}.`]],
  ['a NS b.;c\n', ['a b.']],
  ['a NS b. ; c', ['a b.']],
  ['a(NS(b.))\n', ['a b.']],
  ['a TYPE65535 \\# 0\na TYPE12 x\na NS b.\n', ['a b.']],
  ['a HHIT x\na.com. BRID x\na CLA x\na IPN 1\na NS b.\n', ['a b.']],
  ['a.com. NS x.\nb.com. NS x.\nb.com. NS z.\nc.com. NS z.\n', ['a x.', 'b x.', 'b z.', 'c z.']],
  ['a.com. NS x.\r\nb.com. NS y.\r\nb.com. NS z.\r\n', ['a x.', 'b y.', 'b z.']],
  ['a.com. NS x.\nb.com. NS y\n', ['a x.', 'b y.com.']],
  ['a.com. NS x.\na.com. NS x.y\n', ['a x.', 'a x.y.com.']],
  ['a.com. NS x.\nb.com. NS y.;c\n', ['a x.', 'b y.']],
  ['a.com. NS x.\nb.com. NS \\y.\n', ['a x.', 'b y.']],
  ['ab.com. NS x.\na.com. NS y.\n', ['a y.', 'ab x.']],
  ['a.com. TYPE2 b.\n', ['a b.']],
  ['a.com. NS x.\nb.com. NS y.', ['a x.', 'b y.']],
  ['a.com. NS x.\nb.com. NS @', ['a x.', 'b com.']],
  ['a.com. NS x.\nb.com. NS y ', ['a x.', 'b y.com.']],
  ['a.com. NS x\nb.com. NS y', ['a x.com.', 'b y.com.']],
  ['a.com. NS x\\.\nb.com. NS y', ['a x\\..com.', 'b y.com.']],
])('%j is read as %j', (text, pairs) => {
  expect(read('com', text)).toEqual(pairs);
});

test('names are read in the root zone, and in a zone with several labels', () => {
  expect(read('co.uk', 'a.co.uk. NS (b.)\nc.co.uk. NS b.\n')).toEqual(['a b.', 'c b.']);
  expect(() => read('co.uk', 'a.me.uk. NS (b.)\n')).toThrow(/not in the zone/);
  expect(read('', 'a.b. NS c.\nd. NS (c.)\n. NS c.\n')).toEqual(['a.b c.', 'd c.']);
});

test('the maximum serial number is read', () => {
  const reader = new ZoneFileReader('com');
  reader.push(Buffer.from('com. SOA b. c. 4294967295 2 3 4 5\n'));
  expect(reader.serial).toBe(2 ** 32 - 1);
});

test('the serial number of an SOA record in generic form is read', () => {
  const reader = new ZoneFileReader('com');
  reader.push(Buffer.from(`com. CLASS1 TYPE6 \\# 26 016200 016300 fffffffe ${'00000001'.repeat(4)}\n`));
  expect(reader.serial).toBe(2 ** 32 - 2);
});

test('the SOA record can be repeated at the end, as in a zone transfer', () => {
  const authority = 'com. SOA b. c. 7 2 3 4 5\n';
  const reader = new ZoneFileReader('com');
  reader.push(Buffer.from(`${authority}a.com. NS b.\n${authority}`));
  expect([reader.serial, reader.records]).toEqual([7, 3]);
});

type Fault = readonly [name: string, text: string, line: number, column: number, message: RegExp];

const faults: readonly Fault[] = [
  ['an unknown type', 'a.com. NS ns.\nb.com. NX ns.\n', 2, 8, /NX is not a record type/],
  ['a missing type', 'a.com. 3600 IN\n', 1, 13, /no type/],
  ['a record without data', 'a.com. IN NS\n', 1, 11, /no data/],
  ['two nameservers in one record', 'a.com. NS b. c.\n', 1, 14, /a single name/],
  ['another class', 'a.com. CH NS b.\n', 1, 8, /class/],
  ['an owner outside the zone', 'a.com. NS b.\na.net. NS b.\n', 2, 1, /not in the zone/],
  ['an owner that only resembles a name in the zone', 'a\\.com. NS b.\n', 1, 1, /not in the zone/],
  ['the SOA record of another zone', 'a.com. SOA b. c. 1 2 3 4 5\n', 1, 8, /contains the zone a.com/],
  ['an invalid serial number', 'com. SOA b. c. 4294967296 2 3 4 5\n', 1, 16, /serial/],
  ['generic data that is no SOA record', 'com. SOA \\# 6 016200016300\n', 1, 10, /not that of an SOA record/],
  ['an incomplete SOA record', 'com. SOA b. c. 1 2 3 4\n', 1, 22, /four time values/],
  ['$INCLUDE', '$INCLUDE other.zone\n', 1, 1, /\$INCLUDE is not supported/],
  ['$GENERATE', '$GENERATE 1-9 a NS b\n', 1, 1, /\$GENERATE is not supported/],
  ['an unknown directive', '$DATE 5\n', 1, 1, /unknown/],
  ['$TTL without a time to live', '$TTL soon\n', 1, 6, /time to live/],
  ['$ORIGIN with two names', '$ORIGIN a. b.\n', 1, 12, /one value/],
  ['a second time to live', 'a.com. 1 2 NS b.\n', 1, 10, /2 is not a record type/],
  ['a second class', 'a.com. IN IN NS b.\n', 1, 11, /IN is not a record type/],
  ...['XIN', 'INX', 'XN', 'IX', 'XS', 'CHX', 'XCH', 'CLASSX', 'XTYPE1', 'TYPE1X', 'TYPE65536', 'TYPE'].map(
    (word): Fault => [`the word ${word}`, `a.com. ${word} x\n`, 1, 8, new RegExp(`${word} is not a record type`)],
  ),
  ...['1-2', '1:'].map((word): Fault => [`the word ${word}`, `a.com. ${word} NS b.\n`, 1, 8, /is not a record type/]),
  ['a missing type after a class', 'a.com. IN\n', 1, 8, /no type/],
  ['a record of another type without data', 'a.com. A \n', 1, 8, /no data/],
  ['a record without data after a similar one', 'a.com. NS x.\nb.com. NS \n', 2, 8, /no data/],
  ['an owner of another type outside the zone', 'a.com. A 10.0.0.1\na.net. A 10.0.0.1\n', 2, 1, /not in the zone/],
  ['an unknown type that begins like a long one', 'a.com. OPENPGPKEY x\nb.com. OPENPGPKEX x\n', 2, 8, /OPENPGPKEX is/],
  ['a long nameserver', `a.com. NS b.\nb.com. NS ${'abcdefg.'.repeat(32)}\n`, 2, 11, /255 bytes/],
  ['an SOA record without a serial number', 'com. SOA b. c.\n', 1, 6, /serial/],
  ['a fault after lines with carriage returns', 'a.com. NS x.\r\nb.com. NS y.\r\nc.com. NX z.\r\n', 3, 8, /NX/],
  ['a fault after a space at the end of a line', 'a.com. NS x.\nb.com. NS y. \nc.com. NX z.\n', 3, 8, /NX/],
  ['an unprintable type', 'a.com. \u0001X b.\n', 1, 8, /\?X is not a record type/],
  ['another class by its number', 'a.com. CLASS12 NS b.\n', 1, 8, /the class CLASS12/],
  [
    'a second SOA record with another serial number',
    'com. SOA b. c. 1 2 3 4 5\na.com. NS b.\ncom. SOA b. c. 2 2 3 4 5\n',
    3,
    1,
    /two versions of the zone: SOA records with the serial numbers 1 and 2/,
  ],
  ['a serial number with letters', 'com. SOA b. c. 12x 2 3 4 5\n', 1, 16, /serial/],
  ['a serial number after letters', 'com. SOA b. c. x12 2 3 4 5\n', 1, 16, /serial/],
  ['an SOA record with a word', 'com. SOA b. c. 1 2 3 4 x\n', 1, 24, /four time values/],
  ['a name that begins with a dot', '.a NS b.\n', 1, 1, /empty label/],
  ['an empty label in a plain line', 'a.com. NS b.\nb..com. NS b.\n', 2, 1, /empty label/],
  ['a backslash at the end of a line', 'a.com. NS b\\\nc.com. NS b.\n', 1, 11, /ends with a backslash/],
  ['a backslash at the end', 'a.com. NS b\\', 1, 11, /ends with a backslash/],
  ['a long name with escapes', `${longLabels}.\\001\\001 NS b.\n`, 1, 1, /255 bytes/],
  ['a quote after a name', 'a.com. NS b."c"\n', 1, 13, /a single name/],
  ['$ORIGIN without a name', '$ORIGIN ; nothing\n', 1, 1, /one value/],
  ['a first record without an owner', '\tNS a.\n', 1, 2, /no owner/],
  ['an open parenthesis', 'a.com. NS (\n b.\n', 1, 11, /not closed/],
  ['an unmatched closing parenthesis', 'a.com. NS b. )\n', 1, 14, /has no opening parenthesis/],
  ['an open quote', 'a.com. TXT "b\n', 1, 12, /not closed on its line/],
  ['an open quote at the end', 'a.com. TXT "b', 1, 12, /not closed/],
  ['an empty label', 'a..com. NS b.\n', 1, 1, /empty label/],
  ['a long label', `${'a'.repeat(64)}.com. NS b.\n`, 1, 1, /63 bytes/],
  ['a long name', `${'abcdefg.'.repeat(32)}com. NS b.\n`, 1, 1, /255 bytes/],
  ['an invalid escape', 'a\\256.com. NS b.\n', 1, 1, /escape/],
  ['an invalid escape after many records', '$TTL 1\n; a\n\na.com. (\n NS a\\9.b. )\n', 5, 5, /escape/],
  ['a quoted name', 'a.com. NS "b."\n', 1, 11, /quoted/],
  ['generic data of another length', 'a.com. NS \\# 3 00\n', 1, 11, /LENGTH/],
  ...['2 0361', '2 0000', '2 0161', '3 016105', `66 40${'61'.repeat(64)}00`].map(
    (data): Fault => [
      `generic data that is not a name: ${data.slice(0, 9)}`,
      `a.com. NS \\# ${data}\n`,
      1,
      11,
      /not a domain name in wire format/,
    ],
  ),
  ['generic data after other characters', 'a.com. NS \\# 3 zz6100\n', 1, 11, /LENGTH/],
  ['generic data before other characters', 'a.com. NS \\# 3 0161zz\n', 1, 11, /LENGTH/],
  ['generic data of half a byte', 'a.com. NS \\# 1.5 000\n', 1, 11, /LENGTH/],
  ['generic data that is not a name', 'a.com. NS \\# 2 0561\n', 1, 11, /not a domain name in wire format/],
  ['a record that does not end', `a.com. TXT ( ${'b '.repeat(1 << 20)}`, 1, 1, /1 MiB/],
  [
    'too many nameservers in parentheses',
    'a.com. NS (b.)\n'.repeat(maxNameservers + 1),
    maxNameservers + 1,
    1,
    /more than 1000/,
  ],
  ['too many nameservers', 'a.com. NS b.\n'.repeat(maxNameservers + 1), maxNameservers + 1, 1, /more than 1000/],
];

test.each(faults)('%s is rejected with line and column', (_name, text, line, column, message) => {
  expect(() => read('com', text)).toThrow(
    expect.objectContaining({ line, column, message: expect.stringMatching(message) }),
  );
});

test.each([
  ['a.com. NS x.\nb.com. NS ns1.exa', 2, 11, 'ns1.exa'],
  ['a.com. NS x.\nb.com. NS y.example.com', 2, 11, 'y.example.com'],
  ['a.com. NS x\\\\.\nb.com. NS y\\.', 2, 11, 'y\\.'],
  ['@ SOA b. c. 1 2 3 4 5\na.com. NS x.\n NS y', 3, 5, 'y'],
  ['$ORIGIN com\na NS x.\nb NS y', 3, 6, 'y'],
])('%j is rejected as truncated, because only the nameserver at its end is relative', (text, line, column, name) => {
  const message = `the nameserver ${name} is a relative name, but no earlier nameserver is; ${probablyTruncated}`;
  expect(() => read('com', text)).toThrow(expect.objectContaining({ reason: 'truncated', message, line, column }));
});

test.each([
  ['b.', 2, 1, 'b. is not in the zone com.'],
  ['b.co', 2, 1, 'a record has no type'],
  ['b.com. 36', 2, 8, 'a record has no type'],
  ['b.com. 3600 I', 2, 13, 'I is not a record type'],
  ['b.com. NS', 2, 8, 'a record of type NS has no data'],
  ['b.com. NS (\n', 2, 11, 'a parenthesis is not closed'],
  ['b.com. NS \\# 3 01', 2, 11, 'the data must have the form \\# LENGTH HEXADECIMAL'],
])('a file that ends with %j is rejected as truncated, unless it is complete', (end, line, column, message) => {
  const text = `a.com. NS x.\n${end}`;
  const truncated = { reason: 'truncated', message: `${message}; ${probablyTruncated}`, line, column };
  expect(() => read('com', text)).toThrow(expect.objectContaining(truncated));
  expect(() => readComplete('com', text)).toThrow(expect.objectContaining({ reason: 'syntax', message, line, column }));
});

test('the last line of a complete file may lack its line end, and contain its only relative name', () => {
  expect(readComplete('com', 'a.com. NS x.\nb.com. NS y')).toEqual(['a x.', 'b y.com.']);
  expect(readComplete('com', 'a.com. NS x.\nb.com. NS y.')).toEqual(['a x.', 'b y.']);
});

/** The delegations of a file in chunks of a realistic size, in order. */
function readInOrder(text: string): string[] {
  const reader = new ZoneFileReader('com');
  const found: string[] = [];
  function take(batch: DelegationBatch): void {
    for (let index = 0; index < batch.count; index++) {
      found.push([batch.labelOf(index), ...batch.nameserversOf(index)].join(' '));
    }
  }
  for (let at = 0; at < text.length; at += 65_536) take(reader.push(Buffer.from(text.slice(at, at + 65_536))));
  take(reader.end());
  return found;
}

test('all delegations are read even if their nameservers exceed the cache', () => {
  const count = 150_000;
  const delegations = Array.from({ length: count }, (_, index) => [
    `name-${index}`,
    `a-${index}.net.`,
    `b-${index}.net.`,
  ]);
  const text = delegations.map(([label, ...names]) => names.map((name) => `${label}.com. 1 in ns ${name}\n`).join(''));
  expect(readInOrder(text.join(''))).toEqual(delegations.map((delegation) => delegation.join(' ')));
});

test('records of a name that are separated, or differ in case, are one delegation if no other name is between them', () => {
  const lines = [
    'a.com. NS x.',
    'A.com. NS y.',
    'b.a.com. A 10.0.0.1',
    'a.com.\tNS\tZ.',
    '\tNS w.',
    'b.com. NS x.',
    'a.com. NS x.',
  ];
  expect(readInOrder(`${lines.join('\n')}\n`)).toEqual(['a x. y. z. w.', 'b x.', 'a x.']);
});
