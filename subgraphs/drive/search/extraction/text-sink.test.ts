import { expect, test } from 'vitest';
import { readHtml } from './html-text.js';
import { SinkFullError, TextSink } from './text-sink.js';

test('collects text up to the maximum length and reports that more text was cut', () => {
  const sink = new TextSink(5);
  sink.add('abc');
  sink.add('');
  sink.add('de');
  expect(sink.isCut).toBe(false);
  sink.add('');
  expect(() => sink.add('f')).toThrow(SinkFullError);
  expect(sink.isCut).toBe(true);
  expect(sink.text()).toBe('abcde');
});

test('cuts the last text at the maximum length', () => {
  const sink = new TextSink(5);
  sink.add('abc');
  expect(() => sink.add('def')).toThrow(SinkFullError);
  expect(sink.text()).toBe('abcde');
});

test('ends a line only if it is not empty', () => {
  const sink = new TextSink(100);
  sink.endLine();
  sink.add('a');
  sink.endLine();
  sink.endLine();
  sink.add('\nb');
  sink.endLine();
  sink.add('c\n');
  sink.add('');
  sink.endLine();
  sink.add('d');
  expect(sink.text()).toBe('a\n\nb\nc\nd');
});

test.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\0b\u0002c\x0bd\x1fe\x7ff\tg', 'a b c d e f\tg'],
  ['e\u0301 \ud800', 'é \ufffd'],
  [' \n a \n ', 'a'],
])('the text %j is stored as %j', (text, stored) => {
  const sink = new TextSink(100);
  sink.add(text);
  expect(sink.text()).toBe(stored);
});

test.each([
  ['<p>a <b>b</b>\n c</p><p>d', 'a b c\nd'],
  ['a<br>b<div>c</div>d', 'a\nb\nc\nd'],
  ['<table><tr><td>a<td>b<tr><th>c</table>', 'a\tb\n\tc'],
  ['a<script>b</script><style>c</style><template>d</template>e', 'ae'],
  ['<tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr>', 'a\tb\n\tc\td'],
  ['a<noscript>b</noscript><iframe>c</iframe><object>d</object>e', 'ae'],
  ['a &copy', 'a ©'],
  ['a<svg><template>b</template>c</svg>d', 'ad'],
  ['a &amp; b &uuml;', 'a & b ü'],
])('the HTML %j has the text %j', (html, text) => {
  const sink = new TextSink(100);
  readHtml(html, sink);
  expect(sink.text()).toBe(text);
});
