import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadConfiguration, showConfiguration } from '../../platform/configuration/index.js';
import { describeSettingsFile } from './support/settings-file.js';

const settings = describeSettingsFile();
const { load, rejection } = settings;

describe('the configuration', () => {
  test('has the documented defaults', () => {
    const configuration = load('');
    expect(configuration.server).toMatchObject({ host: '127.0.0.1', port: 4000 });
    expect(configuration.alerts).toEqual({
      correlationWindowSeconds: 300,
      bulkMaxAlerts: 1_000_000,
      inferenceRetentionDays: 30,
      backtestMaxInferences: 20_000_000,
      incidentMinAlerts: 0,
      incidentSharedTechniques: 1,
      minThreshold: 0.5,
      dedupWindowSeconds: 3600,
      // By severity: low, medium, high, critical.
      acknowledgeMinutes: [1440, 480, 60, 15],
      resolveMinutes: [10080, 4320, 1440, 240],
      retentionDays: [],
    });
    expect(configuration.zones.rdapPerDay).toEqual([0, 100, 1000]);
    expect(configuration.licenses).toMatchObject({ port: 8900, rate: { count: 60, unit: 'm' }, limit: true });
    expect(configuration.drive).toMatchObject({ cloud: '', userAgentKind: 'nonisv', userAgentCompany: 'Rampart' });
    expect(configuration.environment).toBe('development');
  });

  test.each([
    ['global', 'https://login.microsoftonline.com', 'https://graph.microsoft.com'],
    ['us_government_l4', 'https://login.microsoftonline.us', 'https://graph.microsoft.us'],
    ['us_government_l5', 'https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'],
    ['china', 'https://login.chinacloudapi.cn', 'https://microsoftgraph.chinacloudapi.cn'],
    ['', '', ''],
  ])('has the addresses of the cloud %j, unless others are set', (cloud, authUrl, graphUrl) => {
    expect(load(`[drive]\ncloud=${cloud}\n`).drive).toMatchObject({ authUrl, graphUrl });
    const driveSettings = load(`[drive]\ncloud=${cloud}\ngraph_url=https://graph.example/\n`).drive;
    expect(driveSettings).toMatchObject({ authUrl, graphUrl: 'https://graph.example' });
  });

  test('rejects a company that would change the format of the User-Agent', () => {
    expect(load('[drive]\nuser_agent_company=Contoso & Co.\n').drive.userAgentCompany).toBe('Contoso & Co.');
    expect(load(`[drive]\nuser_agent_company=${'a'.repeat(64)}\n`).drive.userAgentCompany).toHaveLength(64);
    for (const company of ['', 'a|b', 'a/1', 'Société', 'a'.repeat(65)]) {
      expect(rejection(`[drive]\nuser_agent_company=${company}\n`)).toMatch(/user_agent_company must be 1 to 64/);
    }
  });

  test.each(['', 'rampart@sender.example', 'Rampart <rampart@sender.example>', '"Feed, by Acme" <feed@acme.example>'])(
    'accepts the sender %j of emails',
    (from) => {
      expect(load('', { RAMPART_MAIL_FROM: from }).mail.from).toBe(from);
    },
  );

  test.each(['rampart', 'Rampart <rampart>', 'a@b.example, c@d.example', 'Rampart rampart@sender.example', 'a@b\nc'])(
    'rejects the sender %j of emails',
    (from) => {
      expect(rejection('', { RAMPART_MAIL_FROM: from })).toMatch(
        /^RAMPART_MAIL_FROM must be an email address, such as/,
      );
    },
  );

  test('accepts values in the documented format', () => {
    const configuration = load(
      '[licenses]\nlimit=False\nrate=5/h\nblacklist=ip\n[alerts]\ncorrelation_window_seconds = 12.5 ; comment\n',
    );
    expect(configuration.licenses).toMatchObject({ limit: false, rate: { count: 5, unit: 'h' }, blacklist: 'ip' });
    expect(configuration.alerts.correlationWindowSeconds).toBe(12.5);
  });

  test('prefers the environment to the file', () => {
    const configuration = load('[alerts]\nmin_threshold=0.7\n', { RAMPART_ALERTS_MIN_THRESHOLD: '0.9' });
    expect(configuration.alerts.minThreshold).toBe(0.9);
  });

  test('reads the database from DATABASE_URL, and prefers RAMPART_DATABASE_URL', () => {
    expect(load('', { DATABASE_URL: 'postgres://a/b' }).database.url).toBe('postgres://a/b');
    expect(load('', { DATABASE_URL: 'postgres://a/b', RAMPART_DATABASE_URL: 'postgres://c/d' }).database.url).toBe(
      'postgres://c/d',
    );
  });

  test('ignores variables that Kubernetes sets for Services named rampart and rampart-server', () => {
    const ofServices = {
      ...{ RAMPART_SERVICE_HOST: '10.0.0.11', RAMPART_SERVICE_PORT: '4000', RAMPART_SERVICE_PORT_HTTP: '4000' },
      ...{ RAMPART_PORT: 'tcp://10.0.0.11:4000', RAMPART_PORT_4000_TCP: 'tcp://10.0.0.11:4000' },
      ...{
        RAMPART_PORT_4000_TCP_PROTO: 'tcp',
        RAMPART_PORT_4000_TCP_PORT: '4000',
        RAMPART_PORT_4000_TCP_ADDR: '10.0.0.11',
      },
      ...{ RAMPART_SERVER_SERVICE_HOST: '10.0.0.12', RAMPART_SERVER_PORT: 'tcp://10.0.0.12:4000' },
    };
    const inPod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', ...ofServices };
    expect(load('[server]\nport=4001\n', inPod).server.port).toBe(4001);
    expect(load('', { ...inPod, RAMPART_SERVER_PORT: '4002' }).server.port).toBe(4002);
    expect(rejection('', { ...inPod, RAMPART_SERVER_PROT: '4002' })).toMatch(/^unknown setting RAMPART_SERVER_PROT;/);
    expect(rejection('', ofServices)).toMatch(/^unknown setting RAMPART_SERVICE_HOST;/);
  });

  test('reads secrets from files named in the environment', () => {
    writeFileSync(settings.path('secret'), 'postgres://a:s3cret@b/c\n');
    const url = 'postgres://a:s3cret@b/c';
    expect(load('', { DATABASE_URL_FILE: 'secret' }).database.url).toBe(url);
    expect(load('', { RAMPART_DATABASE_URL_FILE: settings.path('secret') }).database.url).toBe(url);
    expect(load('[database]\nurl=postgres://d/e\n', { DATABASE_URL_FILE: 'secret' }).database.url).toBe(url);
  });

  test.each([
    [{ DATABASE_URL_FILE: 'nowhere' }, /^DATABASE_URL_FILE refers to \/.*\/nowhere, which does not exist$/],
    [{ DATABASE_URL_FILE: '/' }, /^DATABASE_URL_FILE refers to \/, which is a directory, not a file$/],
    [
      { RAMPART_AUTH_ADMIN_TOKEN_FILE: '' },
      /^RAMPART_AUTH_ADMIN_TOKEN_FILE is empty: set it to the path of a file, or unset it$/,
    ],
    [
      { DATABASE_URL_FILE: 'x', DATABASE_URL: 'y' },
      /^DATABASE_URL and DATABASE_URL_FILE are both set: unset one of them$/,
    ],
    [{ RAMPART_SERVER_PORT_FILE: 'x' }, /^unknown setting RAMPART_SERVER_PORT_FILE/],
  ])('rejects the environment %o', (environment, message) => {
    expect(rejection('', environment as Record<string, string>)).toMatch(message);
  });

  test.each([
    ['[alarms]\nx=1\n', {}, /rampart\.ini: unknown section \[alarms\]/],
    ['port=1\n', {}, /rampart\.ini: unknown key port outside a section/],
    ['[server]\nprot=1\n', {}, /unknown key prot in \[server\]; its keys are host, port/],
    ['[server]\nport=http\n', {}, /\[server\] port must be an integer: "http"/],
    ['[server]\nport=65536\n', {}, /\[server\] port must be between 0 and 65535/],
    ['[alerts]\nmin_threshold=1.01\n', {}, /min_threshold must be between 0 and 1/],
    ['[alerts]\nretention_days=shut=3\n', {}, /retention_days must be rules such as closed=400 or closed@acme=30/],
    ['[alerts]\nretention_days=open=100000\n', {}, /retention_days must be rules/],
    ['[alerts]\nretention_days=closed@acme=1,all=2,closed@acme=3\n', {}, /must not contain two rules for closed@acme/],
    ['[licenses]\nrate=0/m\n', {}, /rate must be COUNT\/UNIT/],
    ['[licenses]\nlimit=maybe\n', {}, /limit must be True or False/],
    ['[zones]\nrdap_per_day=1,2\n', {}, /rdap_per_day must be three integers/],
    ['', { RAMPART_SERVER_PROT: '1' }, /unknown setting RAMPART_SERVER_PROT/],
    ['', { RAMPART_SERVER_PORT: '-1' }, /RAMPART_SERVER_PORT must be between/],
    ['', { RAMPART_CONFIG: 'missing.ini' }, /RAMPART_CONFIG refers to .*missing\.ini, which does not exist/],
    ['', { RAMPART_CONFIG: '' }, /^RAMPART_CONFIG is empty/],
    ['', { RAMPART_CONFIG: '/' }, /^RAMPART_CONFIG refers to \/, which is a directory/],
    ['', { RAMPART_SERVER_HOST: '' }, /RAMPART_SERVER_HOST must not be empty/],
    ['[server]\nhost=http://x\n', {}, /\[server\] host must be an IP address or a hostname: "http:\/\/x"/],
    ['[server]\ndata_dir=\n', {}, /\[server\] data_dir must not be empty/],
    ['[licenses]\ntime_zone=Europe/Atlantis\n', {}, /time_zone must be an IANA time zone.*: "Europe\/Atlantis"/],
    ['[licenses]\ntime_zone=+01:00\n', {}, /time_zone must be an IANA time zone/],
    ['[licenses]\nblacklist=guid\n', {}, /blacklist must be one of \(empty\), ip: "guid"/],
    ['[licenses]\ntls=on\n', {}, /tls must be auto, off, or a certificate file and a key file/],
    ['[licenses]\ntls=a.pem,\n', {}, /tls must be auto, off, or/],
    ['[licenses]\ntls=a.pem,b.pem,c.pem\n', {}, /tls must be auto, off, or/],
    ['[zones]\nrenew_url=ftp://x/\n', {}, /renew_url must be an http or https URL: "ftp:\/\/x\/"/],
    ['[drive]\nsite_path=/sites\n', {}, /\[drive\] site_path must be the path of a site, such as .*: "\/sites"$/],
    ['', { RAMPART_DRIVE_SITE_PATH: 'https://x/sites/a' }, /^RAMPART_DRIVE_SITE_PATH must be the path of a site/],
  ])('rejects the file %j with the environment %j', (file, environment, message) => {
    expect(() => load(file, environment as Record<string, string>)).toThrow(message);
  });

  test('accepts both ends of a range', () => {
    expect(load('[server]\nport=0\n[alerts]\nmin_threshold=0\n').alerts.minThreshold).toBe(0);
    expect(load('[server]\nport=65535\n[alerts]\nmin_threshold=1\n').server.port).toBe(65_535);
  });

  test('accepts addresses, hostnames, time zones and URLs, and normalizes them', () => {
    const { server, licenses, zones } = load(
      '[server]\nhost=::1\n[licenses]\nhost=rampart.example\ntime_zone=Europe/Zurich\ntls=OFF\n[zones]\nrenew_url=https://x/y/\n',
    );
    expect(server.host).toBe('::1');
    expect(licenses).toMatchObject({ host: 'rampart.example', timeZone: 'Europe/Zurich', tls: 'off', blacklist: '' });
    expect(zones.renewUrl).toBe('https://x/y');
    expect(load('[licenses]\ntime_zone=\n').licenses.timeZone).toBe('');
  });

  test.each(['', '10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8 10.0.0.0/1', '10.0.0.1/32'])(
    'accepts the trusted proxies %j',
    (proxies) => {
      expect(load('', { RAMPART_SERVER_TRUSTED_PROXIES: proxies }).server.trustedProxies).toEqual(
        proxies.split(/[ ,]+/).filter((proxy) => proxy !== ''),
      );
    },
  );

  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0', '10.0.0.0/0', '::1/129', '10.0.0.0/8/8', '::1 x'])(
    'rejects the trusted proxies %j',
    (proxies) => {
      expect(rejection('', { RAMPART_SERVER_TRUSTED_PROXIES: proxies })).toBe(
        `RAMPART_SERVER_TRUSTED_PROXIES must be IP addresses, or CIDR ranges with a prefix length of at least 1, such as 10.0.0.0/8: "${proxies}"`,
      );
    },
  );

  test('validates the file even if the environment takes precedence', () => {
    expect(rejection('[server]\nport=http\n', { RAMPART_SERVER_PORT: '4001' })).toMatch(
      /rampart\.ini: \[server\] port/,
    );
    expect(rejection('[server]\nport=http\nport=4000\n')).toMatch(/rampart\.ini: \[server\] port/);
    expect(load('[server]\nport=4002\nport=4003\n', { RAMPART_SERVER_PORT: '4001' }).server.port).toBe(4001);
    expect(load('[server]\nport=4002\nport=4003\n').server.port).toBe(4003);
  });

  test('is displayed without the queries and fragments of URLs, which may contain tokens', () => {
    const url = 'https://registry.example/dns.json';
    for (const end of ['?key=abc123secret', '#abc123secret', '?']) {
      const settings = showConfiguration(load(`[zones]\nrdap_bootstrap_url="${url}${end}"\nrenew_url=${url}\n`));
      expect(JSON.stringify(settings)).not.toContain('abc123secret');
      expect(settings.find(({ key }) => key === 'rdap_bootstrap_url')?.value).toBe(`${url}${end.charAt(0)}[hidden]`);
      expect(settings.find(({ key }) => key === 'renew_url')?.value).toBe(url);
    }
    expect(rejection('[zones]\nrdap_bootstrap_url=ftp://registry.example/?key=abc123secret\n')).not.toContain('abc123');
  });

  test('is displayed with redacted secrets', () => {
    const settings = showConfiguration(
      load(
        `[auth]\nadmin_token=abc123secret-of-this-test-and-no-other\nadmin_tokens=ada:abc123secret-of-${'a'.repeat(20)}\n[zones]\nrdap_per_minute=1,2,3\n`,
      ),
    );
    expect(JSON.stringify(settings)).not.toContain('abc123secret');
    expect(settings.find((setting) => setting.key === 'admin_token')?.value).toBe('[hidden]');
    expect(settings.find((setting) => setting.key === 'admin_tokens')?.value).toBe('[hidden]');
    expect(settings.find((setting) => setting.key === 'rdap_per_minute')?.value).toBe('1,2,3');
    expect(settings.find((setting) => setting.key === 'client_secret')?.value).toBe('');
  });
});

describe('a file in a setting', () => {
  test('is found relative to the working directory', () => {
    const { server, licenses } = load(
      '[licenses]\nlicense_file=a/license\npublic_key_file=/keys/public.pem\ntls=cert.pem , /key.pem\n',
    );
    expect(server.dataDir).toBe(settings.path('data'));
    expect(licenses).toMatchObject({
      licenseFile: settings.path('a/license'),
      publicKeyFile: '/keys/public.pem',
      blacklistFile: '',
      tls: `${settings.path('cert.pem')},/key.pem`,
    });
  });

  test('with trusted documents must exist when the server starts', () => {
    writeFileSync(settings.path('documents.json'), '{}');
    mkdirSync(settings.path('folder'));
    const loaded = load('[graphql]\ntrusted_documents_file=documents.json\n');
    expect(loaded.graphql.trustedDocumentsFile).toBe(settings.path('documents.json'));
    expect(rejection('[graphql]\ntrusted_documents_file=/nope\n')).toMatch(
      /rampart\.ini: \[graphql\] trusted_documents_file refers to \/nope, which does not exist$/,
    );
    expect(rejection('', { RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE: 'folder' })).toMatch(
      /^RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE refers to .*folder, which is a directory/,
    );
  });
});

describe('rampart.ini', () => {
  test('may have a byte order mark, any line breaks, spaces and comments', () => {
    const text = '\uFEFF[server] ; where\r\n  port = 4001 # comment\r\n\r\n# comment\r\n  [licenses]\rlimit=False';
    expect(load(text)).toMatchObject({ server: { port: 4001 }, licenses: { limit: false } });
  });

  test.each(['True', 'true', '"true"', 'yes'])('may contain limit=%s', (value) => {
    expect(load(`[licenses]\nlimit=${value}\n`).licenses.limit).toBe(true);
  });

  test.each([
    ['"a;b#c" ; comment', 'a;b#c'],
    ["'a;b#c' # comment", 'a;b#c'],
    ['a\\;b\\#c', 'a;b#c'],
    ['"say \\"x\\""', 'say "x"'],
    ["'12345678901234567890123'", '12345678901234567890123'],
    ['null', 'null'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('with the value %s is read as %j', (input, value) => {
    expect(load(`[drive]\ntenant_id=${input}\n`).drive.tenantId).toBe(value);
  });

  test.each([
    ['[server]\nhost\n', /\[server\] host has no value/],
    ['[licenses]\nlimit ; comment\n', /\[licenses\] limit has no value/],
    ['[server]\n=s3cret\n', /rampart\.ini: line 2 has no key/],
    ['[server]\n\n[licenses\n', /rampart\.ini: line 3 begins with \[ but is not a section/],
    ['[constructor]\n', /unknown section \[constructor\]/],
    ['[__proto__]\nport=1\n', /unknown section \[__proto__\]/],
    ['[toString]\nport=1\n', /unknown section \[toString\]/],
    ['[server.port]\nx=1\n', /unknown section \[server\.port\]/],
    ['[server]\n__proto__=1\n', /unknown key __proto__ in \[server\]/],
    ['[server]\nconstructor=1\n', /unknown key constructor in \[server\]/],
    ['[server]\na[]=1\n', /unknown key a\[\] in \[server\]/],
    ['[server]\nport[]=1\n', /unknown key port\[\] in \[server\]/],
    ['[server]\ndataDir=x\n', /unknown key dataDir in \[server\]/],
  ])('is rejected: %j', (text, message) => {
    expect(rejection(text)).toMatch(message);
    expect(rejection(text)).not.toContain('s3cret');
  });

  test('must be UTF-8', () => {
    expect(rejection(Buffer.from('\uFEFF[server]\n', 'utf16le'))).toMatch(/rampart\.ini is not UTF-8 text/);
  });

  test('must not be a directory', () => {
    mkdirSync(settings.path('rampart.ini'));
    expect(() => loadConfiguration({ environment: {}, workingDirectory: settings.directory })).toThrow(
      `${settings.path('rampart.ini')} is a directory, not a file`,
    );
  });

  test('is optional', () => {
    expect(loadConfiguration({ environment: {}, workingDirectory: settings.directory }).server.port).toBe(4000);
  });
});
