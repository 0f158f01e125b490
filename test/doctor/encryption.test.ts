import { expect, test } from 'vitest';
import { encryption } from '../../command-line/doctor/checks/encryption.js';
import { resultOf } from './support/examine.js';

const token = { RAMPART_AUTH_ALERTS: 'token' };
const standby = 'postgres://ada:s3cret@standby.example/x';

test.each([
  ['the defaults', {}],
  ['a local proxy that terminates TLS', { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' }],
  [
    'a container behind a proxy',
    { RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' },
  ],
  ['a database whose certificate is verified', { DATABASE_URL: 'postgres://ada@db.example/x?sslmode=verify-full' }],
  [
    'a standby whose certificate is verified',
    { DATABASE_URL: 'postgres://ada@localhost/x', RAMPART_DATABASE_READ_URL: `${standby}?sslmode=verify-full` },
  ],
  [
    'a standby on this machine',
    { DATABASE_URL: 'postgres://ada@localhost/x', RAMPART_DATABASE_READ_URL: 'postgres://ada@localhost:5433/x' },
  ],
  ['a database on this machine', { DATABASE_URL: 'postgres://ada@localhost:5432,[::1]:5433/x?sslmode=require' }],
  [
    'a remote proxy that terminates TLS',
    { RAMPART_SERVER_HOST: '10.0.0.5', RAMPART_SERVER_TRUSTED_PROXIES: '10.0.0.4' },
  ],
  ['distributed processes on this machine', { RAMPART_CLUSTER_ALERTS_URL: 'http://[::1]:4001' }],
  ['distributed processes behind TLS', { RAMPART_CLUSTER_ALERTS_URL: 'https://alerts.internal' }],
])('the encryption check is ok with %s', async (_, environment: Record<string, string>) => {
  expect(await resultOf(encryption, { ...token, ...environment })).toMatchObject({ status: 'ok' });
});

test.each([
  [/^\[server\] host is 0\.0\.0\.0, and the main listener uses plain HTTP/, { RAMPART_SERVER_HOST: '0.0.0.0' }],
  [/^\[server\] public_url is http:/, { RAMPART_SERVER_PUBLIC_URL: 'http://rampart.example' }],
  [/^\[cluster\] contains http:\/\/zones\.internal/, { RAMPART_CLUSTER_ZONES_URL: 'http://zones.internal:4000' }],
  [
    /^\[database\] url encrypts without verifying/,
    { DATABASE_URL: 'postgres://ada:s3cret@localhost,db.example:1/x?a=b&sslmode=require' },
  ],
  [
    /^\[database\] read_url encrypts without verifying/,
    { DATABASE_URL: 'postgres://ada@localhost/x', RAMPART_DATABASE_READ_URL: `${standby}?sslmode=require` },
  ],
  [
    /^\[database\] read_url does not require TLS/,
    { DATABASE_URL: 'postgres://ada@localhost/x', RAMPART_DATABASE_READ_URL: standby },
  ],
  [
    /^\[database\] read_url does not require TLS/,
    { DATABASE_URL: 'postgres://ada@localhost/x', RAMPART_DATABASE_READ_URL: `${standby}?ssl=false` },
  ],
  [
    /accepts any certificate/,
    { RAMPART_MAIL_SMTP_URL: 'smtps://ada:s3cret@mail.example?tls.rejectUnauthorized=false' },
  ],
])('the encryption check has a warning that matches %s', async (message, environment: Record<string, string>) => {
  const result = await resultOf(encryption, { ...token, ...environment });
  expect(result).toEqual({
    check: 'encryption',
    status: 'warning',
    message: expect.stringMatching(message),
    action: expect.stringMatching(/./),
  });
  expect(JSON.stringify(result)).not.toContain('s3cret');
});
