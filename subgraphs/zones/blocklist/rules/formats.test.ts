import { expect, test } from 'vitest';
import { type BlockListFormat, fileFormats, isBlockable } from './formats.js';

const rpzHead = [
  '; Rampart block list, serial 7',
  '$TTL 60',
  '@ SOA localhost. hostmaster.localhost. 7 300 60 604800 60',
  '@ NS localhost.',
  '',
].join('\n');

test.each<[BlockListFormat, string, string]>([
  ['domains', '# Rampart block list, serial 7\n', 'a.example\n'],
  ['adblock', '! Rampart block list, serial 7\n', '||a.example^\n'],
  ['hosts', '# Rampart block list, serial 7\n', '0.0.0.0 a.example\n:: a.example\n'],
  ['unbound', '# Rampart block list, serial 7\nserver:\n', '  local-zone: "a.example." always_nxdomain\n'],
  ['dnsmasq', '# Rampart block list, serial 7\n', 'local=/a.example/\n'],
  ['rpz', rpzHead, 'a.example CNAME .\n*.a.example CNAME .\n'],
])('the format %s blocks a name', (format, head, lines) => {
  expect(fileFormats[format].head(7)).toBe(head);
  expect(fileFormats[format].lines('a.example')).toBe(lines);
});

test.each([
  'a',
  'a.example',
  'xn--bcher-kva.example',
  '_dmarc.a-b.example',
  'a.-b.example',
  `${'a'.repeat(63)}.b`,
  `${'a.'.repeat(99)}bb`,
])('lists can contain the name %j', (name) => expect(isBlockable(name)).toBe(true));

test.each([
  '',
  '.',
  '-a.example',
  'a..example',
  'a.example.',
  '.a.example',
  'A.example',
  'a"b.example',
  'a\\032b.example',
  'a.example\n',
  'a.example\nb.example',
  '\na.example',
  'bücher.example',
  '*.example',
  `${'a'.repeat(64)}.b`,
  `${'a.'.repeat(99)}bbb`,
])('lists cannot contain the name %j', (name) => expect(isBlockable(name)).toBe(false));
