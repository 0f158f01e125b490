import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { abortableStream } from './abortable-stream.js';
import { untilAborted } from './until-aborted.js';

test('a stream that is destroyed aborts the step that its generator is awaiting', async () => {
  let isClosed = false;
  const stream = abortableStream(async function* (signal) {
    try {
      yield Buffer.from('first');
      await untilAborted(signal, new Promise(() => {}));
    } finally {
      isClosed = true;
    }
  });
  await once(stream, 'data');
  stream.destroy();
  await once(stream, 'close');
  expect(isClosed).toBe(true);
});

test('a stream that is read to its end has all bytes, and one whose generator fails has the error', async () => {
  const bytes = async function* () {
    yield Buffer.from('one, ');
    yield Buffer.from('two');
  };
  expect((await buffer(abortableStream(bytes))).toString()).toBe('one, two');
  const failing = abortableStream(async function* () {
    yield* bytes();
    throw new Error('the disk is broken');
  });
  await expect(buffer(failing)).rejects.toThrow('the disk is broken');
});
