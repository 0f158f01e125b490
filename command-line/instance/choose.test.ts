import { describe, expect, test } from 'vitest';
import { type ChoiceInput, type ConfiguredInstance, chooseInstance } from './choose.js';
import { embeddedDatabase } from './database-name.js';
import type { RunningInstance } from './running-instances.js';

const own = embeddedDatabase('/here/data');
const demo = instance({ kind: 'demo', pid: 7, dataDirectory: '/tmp/demo' });
const server = instance({ kind: 'server', pid: 8, dataDirectory: '/here/data' });

function instance(changes: Pick<RunningInstance, 'kind' | 'pid' | 'dataDirectory'>): RunningInstance {
  return {
    workingDirectory: '/here',
    settingsFile: null,
    database: embeddedDatabase(changes.dataDirectory),
    addresses: [],
    listening: [],
    ...changes,
  };
}

interface Case {
  configured?: Partial<ConfiguredInstance>;
  running: RunningInstance[];
  access?: ChoiceInput['access'];
}

function choose({ configured, running, access = 'write' }: Case) {
  const choice = chooseInstance({
    configured: { database: own, origin: 'default', place: 'the place', exists: true, ...configured },
    running,
    access,
  });
  if ('refusal' in choice) return { refusal: choice.refusal };
  return { taken: choice.instance?.pid ?? 'configured', note: choice.note ?? '' };
}

describe('a command that names no instance', () => {
  test.each<[string, Case]>([
    ['when nothing runs', { running: [] }],
    ['when it is the one that runs', { running: [server] }],
    ['when several processes run on it', { running: [server, { ...server, pid: 9 }] }],
    ['when the environment names it and it runs', { configured: { origin: 'environment' }, running: [server] }],
  ])('uses the configured instance %s, without a word', (_, input) => {
    expect(choose(input)).toEqual({ taken: 'configured', note: '' });
  });

  test.each<[string, Case]>([
    ['and no database was created here', { configured: { exists: false }, running: [demo] }],
    [
      'and the one of the settings file was never created',
      { configured: { exists: false, origin: 'file' }, running: [demo] },
    ],
  ])('uses the running instance when that is another one %s, and names it', (_, input) => {
    expect(choose(input)).toEqual({ taken: 7, note: 'using the running demo (process 7, --data-dir /tmp/demo)' });
  });

  test.each(['read', 'write'] as const)(
    'uses what the environment names to %s, and says what it does not use',
    (access) => {
      const configured = { origin: 'environment', place: 'DATABASE_URL' } as const;
      expect(choose({ configured, running: [demo], access })).toEqual({
        taken: 'configured',
        note: 'using the embedded database in /here/data (DATABASE_URL), not the running demo (process 7, --data-dir /tmp/demo)',
      });
    },
  );

  test('says why it uses the running instance beside a database here that is not running', () => {
    expect(choose({ running: [demo] })).toEqual({
      taken: 7,
      note: 'using the running demo (process 7, --data-dir /tmp/demo), not the embedded database in /here/data, which is not running. Choose one with --data-dir DIR or --url URL',
    });
  });

  test.each<[string, Case]>([
    ['both run', { running: [server, demo] }],
    ['the settings file names another one than the one that runs', { configured: { origin: 'file' }, running: [demo] }],
  ])('does not write, but reads from the configured instance, when %s', (_, input) => {
    expect(choose(input).refusal).toMatch(
      /^more than one instance .*\/here\/data .*--data-dir \/tmp\/demo.*--data-dir DIR/,
    );
    expect(choose({ ...input, access: 'read' })).toEqual({
      taken: 'configured',
      note: expect.stringMatching(
        /^using the embedded database in \/here\/data, not the running demo .*--data-dir DIR/,
      ),
    });
  });

  test.each(['read', 'write'] as const)('does not guess which of two running instances to %s', (access) => {
    const other = instance({ kind: 'demo', pid: 10, dataDirectory: '/tmp/other' });
    const { refusal } = choose({ configured: { exists: false }, running: [demo, other], access });
    expect(refusal).toMatch(
      /process 7, --data-dir \/tmp\/demo.*process 10, --data-dir \/tmp\/other.*Choose one with --data-dir/,
    );
  });
});
