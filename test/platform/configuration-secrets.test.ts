import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeSettingsFile } from './support/settings-file.js';

const settings = describeSettingsFile();
const { load, rejection } = settings;

describe('a secret', () => {
  test.each([
    ['postgres://user:s3cret@host/db'],
    ['postgresql://user:s3cret%23@host:5432/db?sslmode=require'],
    ['postgres://host'],
    ['postgres://a:5432,b:5433/db'],
    ['postgres:///name?host=/socket/folder'],
    ['postgres://user@localhost/name?host=%2Fsocket%2Ffolder'],
    [''],
  ])('may be the database URL %j', (url) => {
    expect(load('', { RAMPART_DATABASE_URL: url }).database.url).toBe(url);
  });

  test('may be a database URL with a socket directory, and gets a hostname that makes it a valid URL', () => {
    expect(load('', { DATABASE_URL: 'postgres://user:s3cret@/name?host=/socket/folder' }).database.url).toBe(
      'postgres://user:s3cret@localhost/name?host=/socket/folder',
    );
    expect(load('', { DATABASE_URL: 'postgres://user@:5433/name?host=/socket/folder' }).database.url).toBe(
      'postgres://user@localhost:5433/name?host=/socket/folder',
    );
  });

  test.each([
    'foo-s3cret',
    'postgres://user:s3cret@host:notaport/db',
    'postgres://user:s3cret@host:65536/db',
    'postgres://user:s3cret#1@host/db',
    'postgres://user:s3cret%zz@host/db',
    'postgres://user:s3cret@a:1,b:notaport/db',
    'postgres://user:s3cret@%2Fsocket/db',
    'postgres://user:s3cret@/db?host=db.example',
    'mysql://user:s3cret@host/db',
    'postgres:s3cret',
  ])('may not be the database URL %s, which is not repeated in the error', (url) => {
    for (const variable of ['RAMPART_DATABASE_URL', 'DATABASE_URL']) {
      expect(rejection('', { [variable]: url })).toMatch(new RegExp(`^${variable} must be a PostgreSQL URL`));
      expect(rejection('', { [variable]: url })).not.toContain('s3cret');
    }
  });

  test.each(['sslmode=prefer', 'a=b&ssl=prefer&c=d'])('may not be a database URL with %s', (query) => {
    expect(rejection('', { DATABASE_URL: `postgres://user:s3cret@host/db?${query}` })).toBe(
      'DATABASE_URL must not have the SSL mode prefer; use disable, require, verify-ca or verify-full',
    );
  });

  test('of another program in DATABASE_URL is ignored if RAMPART_DATABASE_URL is set', () => {
    const environment = { DATABASE_URL: 'mysql://a/b', RAMPART_DATABASE_URL: 'postgres://c/d' };
    expect(load('', environment).database.url).toBe('postgres://c/d');
  });

  test('may be a mail server URL', () => {
    expect(load('[mail]\nsmtp_url=smtp://user:pass@host\n').mail.smtpUrl).toBe('smtp://user:pass@host');
    expect(load('[mail]\nsmtp_url=smtps://host:465\n').mail.smtpUrl).toBe('smtps://host:465');
    expect(load('[mail]\nsmtp_url=\n').mail.smtpUrl).toBe('');
  });

  test.each(['http://user:s3cret@host', 's3cret', 'smtp://', 'smtp:s3cret'])(
    'may not be the mail server URL %s',
    (url) => {
      const message = rejection('', { RAMPART_MAIL_SMTP_URL: url });
      expect(message).toMatch(/^RAMPART_MAIL_SMTP_URL must be an smtp or smtps URL/);
      expect(message).not.toContain('s3cret');
    },
  );

  test.each(['x'.repeat(32), 'x'.repeat(200)])('may be the administrator token %s', (token) => {
    expect(load('', { RAMPART_AUTH_ADMIN_TOKEN: token }).auth.adminToken).toBe(token);
  });

  test.each(['with blanks', 'with-a-letter-beyond-ASCII-é'])(
    'may not be the administrator token "%s", which is not printable ASCII without whitespace',
    (token) => {
      const message = rejection('', { RAMPART_AUTH_ADMIN_TOKEN: token });
      expect(message).toMatch(/^RAMPART_AUTH_ADMIN_TOKEN must be printable ASCII without whitespace/);
      expect(message).not.toContain(token);
    },
  );

  test.each(['1', 'x'.repeat(31)])('may not be the administrator token %s, which is too short', (token) => {
    expect(rejection('', { RAMPART_AUTH_ADMIN_TOKEN: token })).toBe(
      `RAMPART_AUTH_ADMIN_TOKEN must have at least 32 characters, but has ${token.length}; generate one with: openssl rand -base64 32`,
    );
    const message = rejection('', { RAMPART_AUTH_ADMIN_TOKENS: `ben:${'y'.repeat(32)},ada:${token}` });
    expect(message).toBe(
      `RAMPART_AUTH_ADMIN_TOKENS contains an invalid token in pair 2, which must have at least 32 characters, but has ${token.length}; generate one with: openssl rand -base64 32`,
    );
  });

  test('may be a backup passphrase of at least 12 characters', () => {
    expect(load('', { RAMPART_BACKUP_PASSPHRASE: 'twelve chars' }).backup.passphrase).toBe('twelve chars');
    expect(load('', { RAMPART_BACKUP_PASSPHRASE: '' }).backup.passphrase).toBe('');
    const message = rejection('', { RAMPART_BACKUP_PASSPHRASE: 'eleven char' });
    expect(message).toBe('RAMPART_BACKUP_PASSPHRASE must have at least 12 characters, but has 11');
  });

  test('may be headers with percent-encoded values', () => {
    const headers = (value: string) => load(`[telemetry]\notlp_headers=${value}\n`).telemetry.otlpHeaders;
    expect(headers('authorization=Bearer%20a%2Cb%3D, x-team = blue ,empty=')).toEqual([
      { name: 'authorization', value: 'Bearer a,b=' },
      { name: 'x-team', value: 'blue' },
      { name: 'empty', value: '' },
    ]);
    expect(headers('')).toEqual([]);
    expect(() => headers('a=b,secret')).toThrow(/otlp_headers must be name=value pairs.* pair 2 is not$/);
    expect(() => headers('a=b,c=%zz')).toThrow(
      /must contain percent-encoded ASCII values; the value of pair 2 is invalid/,
    );
    expect(() => headers('a=%0a')).toThrow(/the value of pair 1 is invalid/);
  });

  test('may be tokens of several administrators, in the file, the environment or a separate file', () => {
    const token = (letter: string) => `${letter.repeat(42)}+=`;
    const ada = { name: 'ada@acme.example', token: token('a') };
    const ben = { name: 'ben', token: `${token('b')}:x` };
    const tokens = `${ada.name}:${ada.token}, ben:${ben.token}`;
    expect(load(`[auth]\nadmin_tokens=${tokens}\n`).auth.adminTokens).toEqual([ada, ben]);
    expect(load('', { RAMPART_AUTH_ADMIN_TOKENS: tokens }).auth.adminTokens).toEqual([ada, ben]);
    writeFileSync(settings.path('tokens'), `${ada.name}:${ada.token}\nben:${ben.token}\n`);
    expect(load('', { RAMPART_AUTH_ADMIN_TOKENS_FILE: 'tokens' }).auth.adminTokens).toEqual([ada, ben]);
    expect(load('').auth.adminTokens).toEqual([]);
  });

  test.each([
    ['without a name', 'x'.repeat(40), /must be name:token pairs/],
    ['with a reserved name', `Admin:${'x'.repeat(32)}`, /must not contain the reserved name Admin/],
    [
      'with a repeated name',
      `ada:${'x'.repeat(32)} ada:${'y'.repeat(32)}`,
      /must not contain a name twice: pairs 1 and 2 have the same name$/,
    ],
    [
      'with a token that contains a colon and has no name',
      `${'x'.repeat(32)}:short`,
      /contains an invalid token in pair 1, which must have/,
    ],
    [
      'with one token for two names',
      `ada:${'x'.repeat(32)} ben:${'x'.repeat(32)}`,
      /must not contain a token twice: pairs 1 and 2; generate one/,
    ],
  ])('may not be the list of administrators %s', (_, input, reason) => {
    const message = rejection('', { RAMPART_AUTH_ADMIN_TOKENS: input });
    expect(message).toMatch(reason);
    expect(message).not.toContain('x'.repeat(32));
  });

  test('is rejected in the URL of another service', () => {
    const message = rejection('[drive]\ngraph_url=http://user:s3cret@x/\n');
    expect(message).toMatch(/\[drive\] graph_url must be a URL without a user or password$/);
    expect(rejection('[drive]\ngraph_url=htp://user:s3cret@x/\n')).not.toContain('s3cret');
    expect(load('[drive]\ngraph_url=http://x/@y\n').drive.graphUrl).toBe('http://x/@y');
  });
});
