import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConfigurationSources,
  changedSettings,
  inspectConfiguration,
  secretSettings,
  sections,
  showConfiguration,
} from '../../../platform/configuration/index.js';
import { snakeCase } from '../../../platform/snake-case.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';

/** Value of secret settings, which messages must not contain. */
const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
const separator = '\n--- environment\n';
const secretNames = secretSettings().map((name) => {
  const [section = '', key = ''] = name.split('.');
  return { location: `[${section}] ${snakeCase(key)}`, variable: `RAMPART_${section}_${snakeCase(key)}`.toUpperCase() };
});

/**
 * Settings: any text yields a configuration or a list of problems, and a configuration can be written and read again.
 */
export const configuration: Target = {
  name: 'configuration',
  maxBytes: 4096,
  batchSize: 20,
  isDeterministic: true,
  maxMs: 3000,
  dictionary: [
    ...Object.keys(sections).map((section) => `[${section}]\n`),
    ...settings().map(({ key }) => `${snakeCase(key)}=`),
    ...['"', "'", ';', '#', '\\', '=', '[', ']', '\n', '\r', '[__proto__]\n', '__proto__=', 'constructor=', '[]\n'],
    ...['True', 'auto', '10.0.0.0/8', '::/0', 'http://a:b@c/', 'postgres://u:p@h/d?host=/x', 'smtp://u:p@h', '60/m'],
    ...[
      secret,
      separator,
      'RAMPART_',
      'RAMPART_SERVER_PORT=',
      'DATABASE_URL=',
      '_FILE=',
      'RAMPART_CONFIG=',
      '\u{feff}',
      '%',
    ],
  ],
  async open({ folder }) {
    const file = join(folder, 'rampart.ini');
    return {
      generate,
      run: (input) => check(input, { file, folder }),
      async close() {},
    };
  },
};

function check(input: Buffer, { file, folder }: { file: string; folder: string }): void {
  const content = input.toString('latin1');
  const at = content.indexOf(separator);
  writeFileSync(file, at === -1 ? input : input.subarray(0, at));
  const environment =
    at === -1 ? {} : environmentOf(Buffer.from(content.slice(at + separator.length), 'latin1').toString());
  const sources: ConfigurationSources = { environment, workingDirectory: folder };
  const { read, problems } = inspectConfiguration(sources);
  assert.equal(read === undefined, problems.length > 0, 'neither a configuration nor a problem');
  for (const problem of problems) checkProblem(problem, { file, environment });
  assert.equal(Object.hasOwn(Object.prototype, 'polluted') || Object.keys(Object.prototype).length > 0, false);
  if (read === undefined) return;
  for (const { section, key, value } of showConfiguration(read.configuration)) {
    const isSecret = secretNames.some(({ location }) => location === `[${section}] ${key}`);
    assert.ok(!isSecret || value === '' || value === '[hidden]', `${section}.${key} is shown`);
  }
  checkWritten(read.configuration, folder);
}

function checkProblem(
  problem: string,
  { file, environment }: { file: string; environment: Record<string, string> },
): void {
  assert.ok(problem.length < 20_000 && problem.trim() !== '', 'a problem without a message');
  const names = [file, 'RAMPART_', 'DATABASE_URL', ...Object.keys(environment)];
  assert.ok(
    names.some((name) => problem.includes(name)),
    `a problem that names neither file nor variable: ${problem}`,
  );
  const aboutSecret = secretNames.some(
    ({ location, variable }) => problem.startsWith(`${file}: ${location} `) || problem.startsWith(`${variable} `),
  );
  assert.ok(!aboutSecret || !problem.includes('hunter2'), `a problem shows a secret: ${problem}`);
}

/** The effective settings can be written as an equivalent file. */
function checkWritten(configuration: Parameters<typeof changedSettings>[0], folder: string): void {
  const file = join(folder, 'written.ini');
  writeFileSync(file, changedSettings(configuration, { withSecrets: secretSettings() }));
  const environment = { NODE_ENV: configuration.environment };
  const { read, problems } = inspectConfiguration({ environment, workingDirectory: folder, file });
  assert.deepEqual(problems, [], 'the written settings are rejected');
  assert.deepEqual(read?.configuration, configuration, 'the written settings differ from the effective ones');
}

function environmentOf(assignments: string): Record<string, string> {
  const lines = assignments.split('\n').map((line) => line.split(/=(.*)/s));
  // Names of environment variables cannot be empty or contain NUL.
  return Object.fromEntries(
    lines.flatMap(([name = '', value]) =>
      name === '' || value === undefined || /\0/.test(name + value) ? [] : [[name, value]],
    ),
  );
}

function settings(): { section: string; key: string; isSecret: boolean }[] {
  const secrets: readonly string[] = secretSettings();
  return Object.entries(sections).flatMap(([section, keys]) =>
    Object.keys(keys).map((key) => ({ section, key, isSecret: secrets.includes(`${section}.${key}`) })),
  );
}

const values = [
  '',
  '0',
  '1',
  '-1',
  '1e3',
  '65536',
  'true',
  'False',
  'open',
  'token',
  'open open',
  '127.0.0.1',
  '::1',
  'localhost',
]
  .concat([
    'http://localhost:1/x',
    'https://a/?token=b#c',
    'postgres://u@h,g/d',
    'smtp://h',
    '60/m',
    '0,10,30',
    'Europe/Zurich',
  ])
  .concat([
    'auto',
    'off',
    'a.pem,b.pem',
    '.',
    '/nonexistent',
    'x'.repeat(40),
    '"quoted ; value"',
    "'single'",
    '"a\\nb"',
    'a\\b',
  ])
  .concat([
    '10.0.0.0/8, ::1',
    'sites/security',
    'ip',
    'debug',
    ' ',
    '"',
    "'",
    '\\',
    '"\\"',
    '"a" b',
    'null',
    '[x]',
    '"a"b"',
  ]);

function generate(random: Random): Buffer {
  const allSettings = settings();
  const line = () => {
    const { section, key, isSecret } = random.pick(allSettings);
    const value = isSecret && random.chance(0.7) ? `${random.pick(['', ' ', 'a b '])}${secret}` : random.pick(values);
    return { section, key: snakeCase(key), value };
  };
  const file = Array.from({ length: random.below(6) }, line);
  const content = file
    .map(({ section, key, value }) => `[${section}]\n${key}${random.pick(['=', ' = ', '='])}${value}`)
    .join('\n');
  if (random.chance(0.6)) return Buffer.from(`${content}\n`);
  const variables = Array.from({ length: 1 + random.below(3) }, line);
  const lines = variables.map(({ section, key, value }) => `${variableOf(section, key)}=${value}`);
  return Buffer.from(`${content}${separator}${lines.join('\n')}`);
}

function variableOf(section: string, key: string): string {
  return `RAMPART_${section}_${key}`.toUpperCase();
}
