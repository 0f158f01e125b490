import { describe, expect, test } from 'vitest';
import { serverOf } from './server.js';

const listener = { name: 'licenses', errorBody: () => ({}), defaultPort: 8900, description: 'Controllers.' } as const;
const anyHost = { host: { default: 'localhost', description: 'Hostname or IP address of the server.' } };

describe('the server of a service with its own listener', () => {
  test.each([
    ['a name', 'https://plc.example:8901', { url: 'https://plc.example:8901' }],
    ['HTTP on another port', 'http://127.0.0.1:8901', { url: 'http://127.0.0.1:8901' }],
    ['all IPv4 addresses', 'http://0.0.0.0:8901', { url: 'http://{host}:8901', variables: anyHost }],
    ['all addresses', 'https://[::]:443', { url: 'https://{host}', variables: anyHost }],
  ])('has the URL of a running listener: %s', (_name, url, server) => {
    expect(serverOf(listener, url)).toEqual({ ...server, description: 'Controllers.' });
  });

  test('has the defaults of the settings if it is not running', () => {
    expect(serverOf(listener, undefined)).toMatchObject({
      url: 'https://{host}:{port}',
      variables: { host: { default: '127.0.0.1' }, port: { default: '8900' } },
    });
  });
});
