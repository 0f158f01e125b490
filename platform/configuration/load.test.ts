import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../project-root.js';
import { inspectConfiguration, loadConfigurationWithOrigins } from './load.js';
import { changedSettings, exampleConfiguration, showConfiguration } from './show.js';

let workingDirectory: string;

beforeEach(() => {
  workingDirectory = mkdtempSync(join(tmpdir(), 'rampart-configuration-'));
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
});

function write(name: string, text: string): string {
  const path = join(workingDirectory, name);
  writeFileSync(path, text);
  return path;
}

describe('a setting', () => {
  test('is read from the option, then the environment, then the file, and its source is recorded', () => {
    const file = write('rampart.ini', '[server]\nhost=::1\nport=1\ndata_dir=a\n');
    const { configuration, origins, ...read } = loadConfigurationWithOrigins({
      environment: { RAMPART_SERVER_PORT: '2', RAMPART_SERVER_DATA_DIR: 'b' },
      workingDirectory,
      options: { 'server.dataDir': { text: 'c', location: '--data-dir' } },
    });
    expect(configuration.server).toMatchObject({ host: '::1', port: 2, dataDir: join(workingDirectory, 'c') });
    expect(read.file).toBe(file);
    expect(origins.get('server.host')).toEqual({ kind: 'file', location: `${file}: [server] host` });
    expect(origins.get('server.port')).toEqual({ kind: 'environment', location: 'RAMPART_SERVER_PORT' });
    expect(origins.get('server.dataDir')).toEqual({ kind: 'option', location: '--data-dir' });
    expect(origins.has('server.logLevel')).toBe(false);
  });

  test('is normalized from -0 to 0', () => {
    write('rampart.ini', '[server]\nport=-0\n[alerts]\nmin_threshold=-0.0\n');
    const { server, alerts } = loadConfigurationWithOrigins({ environment: {}, workingDirectory }).configuration;
    expect([server.port, alerts.minThreshold]).toEqual([0, 0]);
  });

  test('passed as an option is validated, and a secret in it is not repeated in the error', () => {
    const options = { 'database.url': { text: 'mysql://ada:s3cret@x/y', location: '--url' } };
    const { problems } = inspectConfiguration({ environment: {}, workingDirectory, options });
    expect(problems).toEqual([expect.stringMatching(/^--url must be a PostgreSQL URL/)]);
    expect(problems.join()).not.toContain('s3cret');
  });

  test.each([
    ['another file', 'other.ini', 4002],
    ['no file', null, 4000],
  ])('is read on request from %s instead of the settings file in the working directory', (_, file, port) => {
    write('rampart.ini', '[server]\nport=4001\n');
    write('other.ini', '[server]\nport=4002\n');
    const read = loadConfigurationWithOrigins({
      environment: { RAMPART_CONFIG: 'rampart.ini' },
      workingDirectory,
      file,
    });
    expect(read.configuration.server.port).toBe(port);
  });
});

test('[database] read_url requires [database] url', () => {
  const readUrl = { RAMPART_DATABASE_READ_URL: 'postgres://ada@standby/rampart' };
  const problemsOf = (environment: Record<string, string>) =>
    inspectConfiguration({ environment, workingDirectory }).problems;
  expect(problemsOf(readUrl)).toEqual(['[database] read_url requires url: the embedded database has no standby']);
  expect(problemsOf({ ...readUrl, DATABASE_URL: 'postgres://ada@primary/rampart' })).toEqual([]);
});

describe('[drive] folder', () => {
  beforeEach(() => {
    mkdirSync(join(workingDirectory, 'served', 'below'), { recursive: true });
    symlinkSync('served', join(workingDirectory, 'link'));
  });
  const problemsOf = (folder: string, dataDir: string) =>
    inspectConfiguration({
      environment: { RAMPART_DRIVE_FOLDER: folder, RAMPART_SERVER_DATA_DIR: dataDir },
      workingDirectory,
    }).problems;

  test.each([
    ['served', 'served'],
    ['served', 'served/below'],
    ['served', 'served/new/data'],
    ['link', 'served/new'],
    ['served', 'link/..data'],
    ['/', 'data'],
  ])('%s must not contain data_dir %s, whose secrets would be served', (folder, dataDir) => {
    expect(problemsOf(folder, dataDir)).toEqual([
      expect.stringMatching(
        /^\[drive\] folder \/.* contains \[server\] data_dir \(\/.*\), whose secrets would be served/,
      ),
    ]);
  });

  test.each([
    ['served', 'data'],
    ['served/below', 'served'],
    ['served', 'served documents'],
    ['', 'data'],
  ])('can be %j with data_dir %j', (folder, dataDir) => {
    expect(problemsOf(folder, dataDir)).toEqual([]);
  });
});

test('[database] read_url has one host', () => {
  const environment = {
    DATABASE_URL: 'postgres://ada@first,second/rampart',
    RAMPART_DATABASE_READ_URL: 'postgres://ada@first,second/rampart',
  };
  expect(inspectConfiguration({ environment, workingDirectory }).problems).toEqual([
    '[database] read_url must have one host: for several standbys, use the host of a load balancer',
  ]);
});

test('reports all invalid settings at once', () => {
  const file = write('rampart.ini', '[server]\nprot=1\nport=http\n[alarms]\nx=1\n[mail]\nfrom\n');
  const environment = { RAMPART_CONFIG: file, RAMPART_ALERTS_MIN_THRESHOLD: '2', RAMPART_NONSENSE: '1' };
  const { read, problems } = inspectConfiguration({ environment, workingDirectory });
  expect(read).toBeUndefined();
  expect(problems).toEqual([
    expect.stringMatching(/unknown section \[alarms\]/),
    expect.stringMatching(/unknown key prot in \[server\]/),
    expect.stringMatching(/\[mail\] from has no value/),
    expect.stringMatching(/unknown setting RAMPART_NONSENSE/),
    expect.stringMatching(/\[server\] port must be an integer/),
    expect.stringMatching(/RAMPART_ALERTS_MIN_THRESHOLD must be between 0 and 1/),
  ]);
});

describe('a generated settings file', () => {
  test('without values equals the committed example', () => {
    expect(exampleConfiguration()).toBe(readFileSync(join(projectRoot, 'rampart.example.ini'), 'utf8'));
  });

  test('sets the requested values and comments out all others', () => {
    const url = 'postgres://ada:a;b#c@db.internal/rampart';
    write('rampart.ini', exampleConfiguration({ 'database.url': 'postgres://ada:a%3Bb@db/rampart', 'mail.from': url }));
    const { configuration, origins } = loadConfigurationWithOrigins({ environment: {}, workingDirectory });
    expect([...origins.keys()]).toEqual(['database.url', 'mail.from']);
    expect(configuration.database.url).toBe('postgres://ada:a%3Bb@db/rampart');
    expect(configuration.mail.from).toBe(url);
  });

  test('of the current settings contains the same values, except secrets that were not requested', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = publicKey.export({ format: 'der', type: 'spki' });
    const environment = {
      RAMPART_AUTH_ADMIN_TOKEN: 'the-s3cret-of-the-administrator-only',
      RAMPART_DRIVE_CLIENT_SECRET: 'own;s3cret',
      RAMPART_LICENSES_RATE: '5/h',
      RAMPART_LICENSES_LIMIT: 'False',
      RAMPART_SERVER_TRUSTED_PROXIES: '10.0.0.0/8 ::1',
      RAMPART_ZONES_RDAP_PER_DAY: '1,2,3',
      RAMPART_ZONES_CERTIFICATE_LOGS: `static=https://tiles.example/|${key.toString('base64')}`,
      RAMPART_ZONES_SOURCES: 'ch=axfr+tls://primary.example',
      RAMPART_DNS_POLICY_ZONES: 'rpz.example, acme.rpz.example=acme',
      RAMPART_DNS_SECONDARIES: 'rpz.example=192.0.2.53,rpz.example=[2001:db8::53]:5300',
    };
    const { configuration } = loadConfigurationWithOrigins({ environment, workingDirectory });
    write('rampart.ini', changedSettings(configuration, { withSecrets: ['drive.clientSecret'] }));
    const reloaded = loadConfigurationWithOrigins({
      environment: {},
      workingDirectory: workingDirectory,
    }).configuration;
    expect(reloaded).toEqual({ ...configuration, auth: { ...configuration.auth, adminToken: '' } });
  });
});

test('IP addresses of secondary servers are normalized to the form in which sockets report them', () => {
  const environment = {
    RAMPART_DNS_SECONDARIES: 'rpz.example=[2001:DB8:0::0053], rpz.example=[::FFFF:192.0.2.53]:5300',
  };
  const { configuration } = loadConfigurationWithOrigins({
    environment: { ...environment, RAMPART_DNS_POLICY_ZONES: 'rpz.example' },
    workingDirectory,
  });
  expect(configuration.dns.secondaries).toEqual([
    { zone: 'rpz.example', address: '2001:db8::53', port: 53 },
    { zone: 'rpz.example', address: '192.0.2.53', port: 5300 },
  ]);
});

test('zone names are normalized in source_tokens as in sources', () => {
  const { configuration } = loadConfigurationWithOrigins({
    environment: {
      RAMPART_ZONES_SOURCES: 'SHOP.zone=https://files.example/shop, org.=https://files.example/org',
      RAMPART_ZONES_SOURCE_TOKENS: 'shop.zone:one, ORG.:two',
    },
    workingDirectory,
  });
  expect(configuration.zones.sources.map(({ zone }) => zone)).toEqual(['shop', 'org']);
  expect(configuration.zones.sourceTokens).toEqual([
    { zone: 'shop', token: 'one' },
    { zone: 'org', token: 'two' },
  ]);
});

describe('providers of OpenID Connect', () => {
  const read = (environment: Record<string, string> = {}) =>
    loadConfigurationWithOrigins({ environment, workingDirectory });

  test('are read from [oidc], [oidc NAME] and the environment', () => {
    write(
      'rampart.ini',
      '[oidc]\nissuer=https://one.example/\n[oidc machines]\nissuer=https://two.example\naudience=a, b\nroles=groups=SOC Acme -> analyst@acme, scope=i -> ingest\n',
    );
    const { configuration } = read({
      RAMPART_OIDC_ENTRA_ISSUER: 'http://127.0.0.1:9/x',
      RAMPART_OIDC_ISSUER: 'https://o.example',
    });
    expect(configuration.oidcProviders).toMatchObject([
      { name: 'oidc', issuer: 'https://o.example', audience: [], accessTokenType: 'at+jwt' },
      {
        ...{ name: 'machines', audience: ['a', 'b'] },
        roles: [
          { claim: 'groups', value: 'SOC Acme', role: 'analyst', tenantId: 'acme' },
          { claim: 'scope', value: 'i', role: 'ingest', tenantId: null },
        ],
      },
      { name: 'entra', issuer: 'http://127.0.0.1:9/x' },
    ]);
    const settings = showConfiguration(configuration).filter(({ section }) => section === 'oidc machines');
    expect(settings.find(({ key }) => key === 'roles')?.value).toBe(
      'groups=SOC Acme -> analyst@acme,scope=i -> ingest',
    );
  });

  test.each([
    ['[oidc x]\nissuer=http://login.example\n', /issuer must be an https URL/],
    ['[oidc x]\nissuer=https://u:p@login.example\n', /without a user name, password/],
    ['[oidc x]\naudience=a\n', /\[oidc x\] has no issuer/],
    ['[oidc]\nissuer=https://a.example\n[oidc x]\nissuer=https://a.example\n', /issuer of another section/],
    ['[oidc X]\nissuer=https://a.example\n', /unknown section \[oidc X\]/],
    ['[oidc x]\nissuer=https://a.example\nroles=groups=a -> root\n', /roles must be rules such as/],
    ['[oidc x]\nissuer=https://a.example\nroles=groups=a -> admin@acme\n', /must not restrict the role admin/],
    ['[oidc x]\nissuers=https://a.example\n', /unknown key issuers in \[oidc x\]/],
  ])('are rejected if they are invalid: %j', (text, message) => {
    write('rampart.ini', text);
    expect(() => read()).toThrow(message);
  });
});
