import { expect, test } from 'vitest';
import { MessageOrder } from './message-order.js';

/** A fake library that records the messages it processes. `ends` contains one function to end each subscription. */
function recorder() {
  const processed: string[] = [];
  const ends: (() => void)[] = [];
  const order = new MessageOrder((message) => {
    const { type, id } = JSON.parse(message);
    processed.push(`${type} ${id}`);
    return type === 'subscribe' ? new Promise((resolve) => ends.push(resolve)) : Promise.resolve();
  });
  const pass = (type: string, id: string, payload?: string) => order.pass(JSON.stringify({ type, id, payload }));
  return { processed, ends, pass };
}

test('messages with the id of a completed subscription wait in order until it has ended', async () => {
  const { processed, ends, pass } = recorder();
  void pass('subscribe', '1');
  void pass('subscribe', '2');
  await pass('complete', '1');
  void pass('subscribe', '1');
  const completed = pass('complete', '1');
  await pass('complete', '2');
  expect(processed).toEqual(['subscribe 1', 'subscribe 2', 'complete 1', 'complete 2']);
  ends[0]?.();
  await completed;
  expect(processed.slice(4)).toEqual(['subscribe 1', 'complete 1']);
});

test('a second subscription with the id of an open one is passed on to the library, which rejects it', async () => {
  const { processed, pass } = recorder();
  void pass('subscribe', '1');
  void pass('subscribe', '1');
  expect(processed).toEqual(['subscribe 1', 'subscribe 1']);
});

test('a message is rejected if too many messages wait', async () => {
  const { processed, ends, pass } = recorder();
  void pass('subscribe', '1');
  await pass('complete', '1');
  const waiting = pass('complete', '1', 'x'.repeat(1_000_000));
  await expect(pass('complete', '1', 'x'.repeat(50_000))).rejects.toThrow('have more than 1048576 characters');
  ends[0]?.();
  await waiting;
  void pass('subscribe', '1');
  await pass('complete', '1');
  const again = pass('complete', '1', 'x'.repeat(1_000_000));
  ends[1]?.();
  await again;
  expect(processed).toHaveLength(6);
});

test('messages without an id, and invalid messages, are passed on to the library', async () => {
  const processed: string[] = [];
  const order = new MessageOrder(async (message) => void processed.push(message));
  const messages = ['{"type":"ping"}', 'no JSON', '[]', 'null', '{"type":"subscribe","id":5}'];
  for (const message of messages) await order.pass(message);
  expect(processed).toEqual(messages);
});
