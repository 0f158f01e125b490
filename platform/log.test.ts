import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createLog, type Logger } from './log.js';

/** The lines that a log writes. */
async function linesOf(write: (log: Logger) => void): Promise<string[]> {
  const destination = new PassThrough();
  write(createLog({ level: 'debug', destination }));
  destination.end();
  return (await text(destination)).split('\n').slice(0, -1);
}

test.each([
  ['a line feed', 'ada\n{"level":30,"msg":"forged"}'],
  ['a carriage return', 'ada\rforged'],
  ['control characters of a terminal', '\u001b[2Jforged\u0007'],
  ['a line separator', '","msg":"forged","x":"'],
])('writes one line for an entry with %s', async (_, value) => {
  const lines = await linesOf((log) => log.warn({ name: value, err: new Error(value) }, `rejected ${value}`));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, name: value, msg: `rejected ${value}` });
});

test('writes timestamps in UTC', async () => {
  const [line = '{}'] = await linesOf((log) => log.info('started'));
  expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test.each(['authorization', 'password', 'token', 'secret', 'clientSecret', 'client_secret', 'key', 'cookie'])(
  'redacts the value of %s, even in nested objects',
  async (name) => {
    const [line = ''] = await linesOf((log) =>
      log.info({ [name]: 's3cret', headers: { [name]: 's3cret' } }, 'request'),
    );
    expect(line).not.toContain('s3cret');
    expect(JSON.parse(line)).toMatchObject({ [name]: '[hidden]', headers: { [name]: '[hidden]' } });
  },
);
