import { expect, test } from 'vitest';
import { highlightDelimiters, segmentsOf } from './segments.js';

test.each([
  ['no match', ['no match']],
  ['an [annual] report', ['an ', '[annual]', ' report']],
  ['[annual] [report]', ['[annual]', ' ', '[report]']],
  ['the[ annual ]', ['the', '[ annual ]']],
  [' \n the\t\n [annual]  report \n', ['the ', '[annual]', ' report']],
  ['a [match without an end', ['a ', '[match without an end]']],
  ['', []],
])('the headline %j has the segments %j', (headline, expected) => {
  const marked = headline.replaceAll('[', highlightDelimiters.start).replaceAll(']', highlightDelimiters.end);
  expect(segmentsOf(marked).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))).toEqual(expected);
});
