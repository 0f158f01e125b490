import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, loadConfiguration, showConfiguration } from '../../platform/configuration/index.js';

let workingDirectory: string;

beforeEach(() => {
  workingDirectory = mkdtempSync(join(tmpdir(), 'rampart-configuration-'));
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
});

function load(file: string | Buffer, environment: Record<string, string> = {}) {
  writeFileSync(join(workingDirectory, 'rampart.ini'), file);
  return loadConfiguration({ environment, workingDirectory });
}

/** The error message at startup. */
function refusal(file: string | Buffer, environment: Record<string, string> = {}): string {
  try {
    load(file, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'nothing was refused';
}

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
    const own = load(`[drive]\ncloud=${cloud}\ngraph_url=https://graph.example/\n`).drive;
    expect(own).toMatchObject({ authUrl, graphUrl: 'https://graph.example' });
  });

  test('has a company that cannot change the form of the User-Agent', () => {
    expect(load('[drive]\nuser_agent_company=Contoso & Co.\n').drive.userAgentCompany).toBe('Contoso & Co.');
    expect(load(`[drive]\nuser_agent_company=${'a'.repeat(64)}\n`).drive.userAgentCompany).toHaveLength(64);
    for (const company of ['', 'a|b', 'a/1', 'Société', 'a'.repeat(65)]) {
      expect(refusal(`[drive]\nuser_agent_company=${company}\n`)).toMatch(/user_agent_company must have 1 to 64/);
    }
  });

  test('reads the documented spelling', () => {
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

  test('reads secrets from files named in the environment', () => {
    writeFileSync(join(workingDirectory, 'secret'), 'postgres://a:s3cret@b/c\n');
    const url = 'postgres://a:s3cret@b/c';
    expect(load('', { DATABASE_URL_FILE: 'secret' }).database.url).toBe(url);
    expect(load('', { RAMPART_DATABASE_URL_FILE: join(workingDirectory, 'secret') }).database.url).toBe(url);
    expect(load('[database]\nurl=postgres://d/e\n', { DATABASE_URL_FILE: 'secret' }).database.url).toBe(url);
  });

  test.each([
    [{ DATABASE_URL_FILE: 'nowhere' }, /^DATABASE_URL_FILE names \/.*\/nowhere, which does not exist$/],
    [{ DATABASE_URL_FILE: '/' }, /^DATABASE_URL_FILE names \/, which is a directory, not a file$/],
    [{ RAMPART_AUTH_ADMIN_TOKEN_FILE: '' }, /^RAMPART_AUTH_ADMIN_TOKEN_FILE is empty: set it to a file, or unset it$/],
    [
      { DATABASE_URL_FILE: 'x', DATABASE_URL: 'y' },
      /^DATABASE_URL and DATABASE_URL_FILE are both set: unset one of them$/,
    ],
    [{ RAMPART_SERVER_PORT_FILE: 'x' }, /^unknown setting RAMPART_SERVER_PORT_FILE/],
  ])('rejects %o', (environment, message) => {
    expect(refusal('', environment as Record<string, string>)).toMatch(message);
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
    ['[alerts]\nretention_days=closed@acme=1,all=2,closed@acme=3\n', {}, /has two rules for closed@acme/],
    ['[licenses]\nrate=0/m\n', {}, /rate must be <count>\/<s\|m\|h\|d>/],
    ['[licenses]\nlimit=maybe\n', {}, /limit must be True or False/],
    ['[zones]\nrdap_per_day=1,2\n', {}, /rdap_per_day must be three integers/],
    ['', { RAMPART_SERVER_PROT: '1' }, /unknown setting RAMPART_SERVER_PROT/],
    ['', { RAMPART_SERVER_PORT: '-1' }, /RAMPART_SERVER_PORT must be between/],
    ['', { RAMPART_CONFIG: 'missing.ini' }, /RAMPART_CONFIG names .*missing\.ini, which does not exist/],
    ['', { RAMPART_CONFIG: '' }, /^RAMPART_CONFIG is empty/],
    ['', { RAMPART_CONFIG: '/' }, /^RAMPART_CONFIG names \/, which is a directory/],
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
  ])('rejects %j %j', (file, environment, message) => {
    expect(() => load(file, environment as Record<string, string>)).toThrow(message);
  });

  test('accepts both ends of a range', () => {
    expect(load('[server]\nport=0\n[alerts]\nmin_threshold=0\n').alerts.minThreshold).toBe(0);
    expect(load('[server]\nport=65535\n[alerts]\nmin_threshold=1\n').server.port).toBe(65_535);
  });

  test('accepts optional whitespace and units', () => {
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
      expect(refusal('', { RAMPART_SERVER_TRUSTED_PROXIES: proxies })).toBe(
        `RAMPART_SERVER_TRUSTED_PROXIES must be addresses or CIDR ranges, such as 10.0.0.0/8: "${proxies}"`,
      );
    },
  );

  test('validates the file even if the environment takes precedence', () => {
    expect(refusal('[server]\nport=http\n', { RAMPART_SERVER_PORT: '4001' })).toMatch(/rampart\.ini: \[server\] port/);
    expect(refusal('[server]\nport=http\nport=4000\n')).toMatch(/rampart\.ini: \[server\] port/);
    expect(load('[server]\nport=4002\nport=4003\n', { RAMPART_SERVER_PORT: '4001' }).server.port).toBe(4001);
    expect(load('[server]\nport=4002\nport=4003\n').server.port).toBe(4003);
  });

  test('is displayed without the queries of URLs, which may contain tokens', () => {
    const url = 'https://registry.example/dns.json';
    for (const end of ['?key=abc123secret', '#abc123secret', '?']) {
      const shown = showConfiguration(load(`[zones]\nrdap_bootstrap_url="${url}${end}"\nrenew_url=${url}\n`));
      expect(JSON.stringify(shown)).not.toContain('abc123secret');
      expect(shown.find(({ key }) => key === 'rdap_bootstrap_url')?.value).toBe(`${url}${end.charAt(0)}[hidden]`);
      expect(shown.find(({ key }) => key === 'renew_url')?.value).toBe(url);
    }
    expect(refusal('[zones]\nrdap_bootstrap_url=ftp://registry.example/?key=abc123secret\n')).not.toContain('abc123');
  });

  test('is displayed with redacted secrets', () => {
    const shown = showConfiguration(
      load(
        `[auth]\nadmin_token=abc123secret-of-this-test-and-no-other\nadmin_tokens=ada:abc123secret-of-${'a'.repeat(20)}\n[zones]\nrdap_per_minute=1,2,3\n`,
      ),
    );
    expect(JSON.stringify(shown)).not.toContain('abc123secret');
    expect(shown.find((setting) => setting.key === 'admin_token')?.value).toBe('[hidden]');
    expect(shown.find((setting) => setting.key === 'admin_tokens')?.value).toBe('[hidden]');
    expect(shown.find((setting) => setting.key === 'rdap_per_minute')?.value).toBe('1,2,3');
    expect(shown.find((setting) => setting.key === 'client_secret')?.value).toBe('');
  });
});

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
  });

  test.each([
    'foo-s3cret',
    'postgres://user:s3cret@host:notaport/db',
    'postgres://user:s3cret@host:65536/db',
    'postgres://user:s3cret#1@host/db',
    'postgres://user:s3cret%zz@host/db',
    'postgres://user:s3cret@a:1,b:notaport/db',
    'postgres://user:s3cret@%2Fsocket/db',
    'mysql://user:s3cret@host/db',
    'postgres:s3cret',
  ])('may not be the database URL %s, which is not repeated in the error', (url) => {
    for (const variable of ['RAMPART_DATABASE_URL', 'DATABASE_URL']) {
      expect(refusal('', { [variable]: url })).toMatch(new RegExp(`^${variable} must be a PostgreSQL URL`));
      expect(refusal('', { [variable]: url })).not.toContain('s3cret');
    }
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
      const message = refusal('', { RAMPART_MAIL_SMTP_URL: url });
      expect(message).toMatch(/^RAMPART_MAIL_SMTP_URL must be an smtp or smtps URL/);
      expect(message).not.toContain('s3cret');
    },
  );

  test.each(['x'.repeat(32), 'x'.repeat(200)])('may be the administrator token %s', (token) => {
    expect(load('', { RAMPART_AUTH_ADMIN_TOKEN: token }).auth.adminToken).toBe(token);
  });

  test.each(['with blanks', 'with-a-letter-beyond-ASCII-é'])('may not be the administrator token %s', (token) => {
    const message = refusal('', { RAMPART_AUTH_ADMIN_TOKEN: token });
    expect(message).toMatch(/^RAMPART_AUTH_ADMIN_TOKEN must be printable ASCII without whitespace/);
    expect(message).not.toContain(token);
  });

  test.each(['1', 'x'.repeat(31)])('may not be the administrator token %s, which is too short', (token) => {
    expect(refusal('', { RAMPART_AUTH_ADMIN_TOKEN: token })).toBe(
      `RAMPART_AUTH_ADMIN_TOKEN must have at least 32 characters, but has ${token.length}; generate one with: openssl rand -base64 32`,
    );
    const message = refusal('', { RAMPART_AUTH_ADMIN_TOKENS: `ben:${'y'.repeat(32)},ada:${token}` });
    expect(message).toBe(
      `RAMPART_AUTH_ADMIN_TOKENS has a token, in pair 2, that must have at least 32 characters, but has ${token.length}; generate one with: openssl rand -base64 32`,
    );
  });

  test('may be headers with percent-encoded values', () => {
    const headers = (written: string) => load(`[telemetry]\notlp_headers=${written}\n`).telemetry.otlpHeaders;
    expect(headers('authorization=Bearer%20a%2Cb%3D, x-team = blue ,empty=')).toEqual([
      { name: 'authorization', value: 'Bearer a,b=' },
      { name: 'x-team', value: 'blue' },
      { name: 'empty', value: '' },
    ]);
    expect(headers('')).toEqual([]);
    expect(() => headers('a=b,secret')).toThrow(/otlp_headers must be name=value pairs.* pair 2 is not$/);
    expect(() => headers('a=b,c=%zz')).toThrow(/has a value, in pair 2, that is not percent-encoded ASCII/);
    expect(() => headers('a=%0a')).toThrow(/in pair 1, that is not percent-encoded ASCII/);
  });

  test('may be tokens of several administrators, in the file, the environment or a separate file', () => {
    const token = (letter: string) => `${letter.repeat(42)}+=`;
    const ada = { name: 'ada@acme.example', token: token('a') };
    const ben = { name: 'ben', token: `${token('b')}:x` };
    const written = `${ada.name}:${ada.token}, ben:${ben.token}`;
    expect(load(`[auth]\nadmin_tokens=${written}\n`).auth.adminTokens).toEqual([ada, ben]);
    expect(load('', { RAMPART_AUTH_ADMIN_TOKENS: written }).auth.adminTokens).toEqual([ada, ben]);
    writeFileSync(join(workingDirectory, 'tokens'), `${ada.name}:${ada.token}\nben:${ben.token}\n`);
    expect(load('', { RAMPART_AUTH_ADMIN_TOKENS_FILE: 'tokens' }).auth.adminTokens).toEqual([ada, ben]);
    expect(load('').auth.adminTokens).toEqual([]);
  });

  test.each([
    ['without a name', 'x'.repeat(40), /must be name:token pairs/],
    ['with a reserved name', `Admin:${'x'.repeat(32)}`, /has the reserved name Admin/],
    ['with a repeated name', `ada:${'x'.repeat(32)} ada:${'y'.repeat(32)}`, /has a repeated name, in pairs 1 and 2$/],
    [
      'with a secret without a name that contains a colon',
      `${'x'.repeat(32)}:short`,
      /has a token, in pair 1, that must have/,
    ],
    [
      'with one token for two names',
      `ada:${'x'.repeat(32)} ben:${'x'.repeat(32)}`,
      /has a repeated token, in pairs 1 and 2: generate one/,
    ],
  ])('may not be the list of administrators %s', (_, written, reason) => {
    const message = refusal('', { RAMPART_AUTH_ADMIN_TOKENS: written });
    expect(message).toMatch(reason);
    expect(message).not.toContain('x'.repeat(32));
  });

  test('is rejected in the URL of another service', () => {
    const message = refusal('[drive]\ngraph_url=http://user:s3cret@x/\n');
    expect(message).toMatch(/\[drive\] graph_url must be a URL without user and password$/);
    expect(refusal('[drive]\ngraph_url=htp://user:s3cret@x/\n')).not.toContain('s3cret');
    expect(load('[drive]\ngraph_url=http://x/@y\n').drive.graphUrl).toBe('http://x/@y');
  });
});

describe('a file in a setting', () => {
  test('is relative to the working directory', () => {
    const { server, licenses } = load(
      '[licenses]\nlicense_file=a/license\npublic_key_file=/keys/public.pem\ntls=cert.pem , /key.pem\n',
    );
    expect(server.dataDir).toBe(join(workingDirectory, 'data'));
    expect(licenses).toMatchObject({
      licenseFile: join(workingDirectory, 'a/license'),
      publicKeyFile: '/keys/public.pem',
      blacklistFile: '',
      tls: `${join(workingDirectory, 'cert.pem')},/key.pem`,
    });
  });

  test('with trusted documents must exist at the start', () => {
    writeFileSync(join(workingDirectory, 'documents.json'), '{}');
    mkdirSync(join(workingDirectory, 'folder'));
    const loaded = load('[graphql]\ntrusted_documents_file=documents.json\n');
    expect(loaded.graphql.trustedDocumentsFile).toBe(join(workingDirectory, 'documents.json'));
    expect(refusal('[graphql]\ntrusted_documents_file=/nope\n')).toMatch(
      /rampart\.ini: \[graphql\] trusted_documents_file names \/nope, which does not exist$/,
    );
    expect(refusal('', { RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE: 'folder' })).toMatch(
      /^RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE names .*folder, which is a directory/,
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
  ])('with the value %s is read as %j', (written, value) => {
    expect(load(`[drive]\ntenant_id=${written}\n`).drive.tenantId).toBe(value);
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
    expect(refusal(text)).toMatch(message);
    expect(refusal(text)).not.toContain('s3cret');
  });

  test('must be UTF-8', () => {
    expect(refusal(Buffer.from('\uFEFF[server]\n', 'utf16le'))).toMatch(/rampart\.ini is not UTF-8 text/);
  });

  test('must not be a directory', () => {
    mkdirSync(join(workingDirectory, 'rampart.ini'));
    expect(() => loadConfiguration({ environment: {}, workingDirectory })).toThrow(
      `${join(workingDirectory, 'rampart.ini')} is a directory, not a file`,
    );
  });

  test('is optional', () => {
    expect(loadConfiguration({ environment: {}, workingDirectory }).server.port).toBe(4000);
  });
});
