import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.js';

test('descriptions of failed connections contain no address', async () => {
  const rejected = await new Promise((resolve) => connect({ host: '127.0.0.1', port: 1 }).once('error', resolve));
  expect(describeFailure(rejected)).toBe('the connection was refused');
  const unreachable = Object.assign(new Error('connect EHOSTUNREACH 192.0.2.7:443'), { code: 'EHOSTUNREACH' });
  expect(describeFailure(unreachable)).toBe('there is no route to it');
  const other = Object.assign(new Error('connect EADDRNOTAVAIL 192.0.2.7:443'), {
    ...{ code: 'EADDRNOTAVAIL', syscall: 'connect' },
  });
  expect(describeFailure(other)).toBe('EADDRNOTAVAIL');
});

test('other failures are described by their message', () => {
  expect(describeFailure(new Error('the size differs'))).toBe('the size differs');
  expect(describeFailure('closed')).toBe('closed');
});
