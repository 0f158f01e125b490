import type { Target } from '../engine/target.js';

/** A parser with one bug of each kind. The harness must find all of them. */
export const planted: Target = {
  name: 'planted',
  maxBytes: 64,
  batchSize: 20,
  isDeterministic: true,
  maxMs: 300,
  dictionary: ['f', 'u', 'z', '!'],
  async open() {
    return { run: parse, async close() {} };
  },
};

function parse(input: Buffer): void | Promise<void> {
  if (input[0] !== 0x66) return;
  if (input[1] !== 0x75) return;
  if (input[2] !== 0x7a) return;
  switch (input[3]) {
    case 0x21:
      throw new RangeError('the fault that is thrown');
    case 0x7e:
      process.exit(3);
      break;
    case 0x7d:
      Promise.reject(new Error('the fault that nobody waits for'));
      break;
    case 0x7c:
      return new Promise(() => {});
  }
}
