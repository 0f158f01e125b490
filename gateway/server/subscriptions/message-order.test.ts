import { expect, onTestFinished, test, vi } from 'vitest';
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

test('messages that wait are parsed and processed once each', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const passed: string[] = [];
  let end: (() => void) | undefined;
  const order = new MessageOrder((message) => {
    passed.push(message);
    return message.includes('subscribe') ? new Promise((resolve) => (end = resolve)) : Promise.resolve();
  });
  const subscribe = '{"type":"subscribe","id":"1"}';
  const complete = '{"type":"complete","id":"1"}';
  const messages = Array.from({ length: 500 }, () => [subscribe, complete]).flat();
  const processed = messages.map((message) => order.pass(message));
  for (let ended = 0; ended < 500; ended++) {
    expect(passed).toHaveLength(2 * ended + 2);
    end?.();
    await processed[2 * ended];
    await processed[2 * ended + 1];
    await new Promise(setImmediate);
  }
  expect(passed).toEqual(messages);
  expect(parse).toHaveBeenCalledTimes(messages.length);
});

test('at most 1000 messages wait', async () => {
  const { ends, pass } = recorder();
  void pass('subscribe', '1');
  await pass('complete', '1');
  const waiting = Array.from({ length: 1000 }, () => pass('complete', '1'));
  await expect(pass('complete', '1')).rejects.toThrow('are more than 1000');
  ends[0]?.();
  await Promise.all(waiting);
});

test('messages that wait are dropped when the connection closes', async () => {
  const processed: string[] = [];
  const ended = Promise.withResolvers<void>();
  const order = new MessageOrder((message) => {
    processed.push(message);
    return ended.promise;
  });
  const subscribe = '{"type":"subscribe","id":"1"}';
  const complete = '{"type":"complete","id":"1"}';
  for (const message of [subscribe, complete, subscribe]) void order.pass(message);
  order.close();
  ended.resolve();
  await new Promise(setImmediate);
  expect(processed).toEqual([subscribe, complete]);
});

test('messages without an id, and invalid messages, are passed on to the library', async () => {
  const processed: string[] = [];
  const order = new MessageOrder(async (message) => void processed.push(message));
  const messages = ['{"type":"ping"}', 'no JSON', '[]', 'null', '{"type":"subscribe","id":5}'];
  for (const message of messages) await order.pass(message);
  expect(processed).toEqual(messages);
});
