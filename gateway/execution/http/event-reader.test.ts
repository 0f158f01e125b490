import { describe, expect, test } from 'vitest';
import { EventReader, EventTooLarge } from './event-reader.js';

const text =
  '\uFEFFevent: next\ndata: {"a":\ndata: "ä\uFEFF"}\nid: 7\n\n:\n\nevent:complete\n\n: ping\n\ndata\n\nevent: next\r\ndata: x\r\n\r\n';
const expected = [
  { name: 'next', data: '{"a":\n"ä\uFEFF"}' },
  { name: 'complete', data: '' },
  { name: 'message', data: '' },
  { name: 'next', data: 'x' },
];

describe('a reader of server-sent events', () => {
  test.each([1, 2, 3, 7, 1000])('reads the same events from chunks of %i bytes', (size) => {
    const bytes = Buffer.from(text);
    const reader = new EventReader(1000);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(chunks.flatMap((chunk) => reader.read(chunk))).toEqual(expected);
  });

  test('accepts a single carriage return as the end of a line', () => {
    expect(new EventReader(100).read(Buffer.from('event: next\rdata: 1\r\rdata: 2\r\r'))).toEqual([
      { name: 'next', data: '1' },
      { name: 'message', data: '2' },
    ]);
  });

  test('reads a large event in many chunks without reading the received part again for each chunk', () => {
    const maxLength = 2_000_000;
    const reader = new EventReader(maxLength);
    const chunk = Buffer.from('x'.repeat(500));
    const start = process.threadCpuUsage();
    reader.read(Buffer.from('data: '));
    for (let received = 0; received < maxLength - 500; received += chunk.length) reader.read(chunk);
    const [event] = reader.read(Buffer.from('\n\n'));
    expect(event?.data.length).toBe(maxLength - 500);
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(2000);
  });

  test('rejects an event that is too long, wherever it is split', () => {
    expect(() => new EventReader(100).read(Buffer.from(`data: ${'x'.repeat(101)}\n\n`))).toThrow(EventTooLarge);
    expect(() => new EventReader(100).read(Buffer.from(`data: ${'x'.repeat(200)}`))).toThrow(EventTooLarge);
    const reader = new EventReader(100);
    const lines = () => reader.read(Buffer.from(`data: ${'x'.repeat(40)}\n`));
    expect([lines(), lines()]).toEqual([[], []]);
    expect(lines).toThrow(EventTooLarge);
  });
});
