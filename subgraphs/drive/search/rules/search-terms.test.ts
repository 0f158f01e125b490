import { expect, test } from 'vitest';
import { matchPattern, namePatterns } from './search-terms.js';

test.each<[string, string[] | null]>([
  ['annual report', ['annual', 'report']],
  ['"annual  report" 2026', ['annual[^[:alnum:]]+report', '2026']],
  ['"annual report', ['annual[^[:alnum:]]+report']],
  ['" annual "', ['annual']],
  ['report -draft -"old version"', ['report', '^(?!.*draft)', '^(?!.*old[^[:alnum:]]+version)']],
  ['a-b -c-d', ['a-b', '^(?!.*c-d)']],
  ['report.pdf', [String.raw`report\.pdf`]],
  [String.raw`a\^$.[]|()*+?{}`, [String.raw`a\\\^\$\.\[\]\|\(\)\*\+\?\{\}`]],
  ['plan or budget -old', ['^(?:(?=.*plan)|(?=.*budget)(?!.*old))']],
  ['plan OR annual budget', ['^(?:(?=.*plan)|(?=.*annual)(?=.*budget))']],
  ['"or" orange', ['or', 'orange']],
  ['plan -or', ['plan', '^(?!.*or)']],
  ['or plan or', ['plan']],
  ['plan or -old', ['plan']],
  ['plan & ? ""', ['plan']],
  ['žluť ٣', ['(?:\u017elu\u0165|z\u030clut\u030c)', '٣']],
  [
    '-\u00fc "a \u00fc" or b',
    ['^(?:(?=.*(?:a[^[:alnum:]]+\u00fc|a[^[:alnum:]]+u\u0308))(?!.*(?:\u00fc|u\u0308))|(?=.*b))'],
  ],
  ['-draft', null],
  ['& "" -', null],
  ['', null],
])('the query %j finds the names that match all of the patterns %j', (query, patterns) => {
  expect(namePatterns(query)).toEqual(patterns);
});

test.each([
  ['annual -old "first draft"', String.raw`\m(?:annual|first[^[:alnum:]]+draft)\M`],
  ['plan or c++', String.raw`\m(?:plan|c\+\+)\M`],
])('the query %j highlights the parts of a text that match %s', (query, pattern) => {
  expect(matchPattern(query)).toBe(pattern);
});
