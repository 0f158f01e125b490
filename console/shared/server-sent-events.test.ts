import { expect, test } from 'vitest';
import { StreamReader } from './server-sent-events.js';

test('parses messages from chunks of any size', () => {
  const stream = ':\nid: 1\n\nid: 2\nevent: alerts\ndata: {"a":1}\n\nevent: end\ndata: one\ndata: two\n\n';
  const expected = [
    { id: '1', event: 'message', data: '' },
    { id: '2', event: 'alerts', data: '{"a":1}' },
    { id: undefined, event: 'end', data: 'one\ntwo' },
  ];
  for (const size of [1, 7, stream.length]) {
    const reader = new StreamReader();
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.slice(index * size, (index + 1) * size),
    );
    expect(chunks.flatMap((chunk) => reader.read(chunk))).toEqual(expected);
  }
});

test('does not return an incomplete message', () => {
  const reader = new StreamReader();
  expect(reader.read('event: alerts\ndata: {}\n')).toEqual([]);
  expect(reader.read('\n')).toHaveLength(1);
});
