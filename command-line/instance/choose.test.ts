import { describe, expect, test } from 'vitest';
import { type ChoiceInput, type ConfiguredInstance, chooseInstance } from './choose.js';
import { embeddedDatabase } from './database-name.js';
import type { RunningInstance } from './running-instances.js';

const ownDatabase = embeddedDatabase('/here/data');
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
    configured: { database: ownDatabase, origin: 'default', location: 'the setting', exists: true, ...configured },
    running,
    access,
  });
  if ('rejection' in choice) return { rejection: choice.rejection };
  return { selected: choice.instance?.pid ?? 'configured', note: choice.note ?? '' };
}

describe('a command without an instance option', () => {
  test.each<[string, Case]>([
    ['when no instance is running', { running: [] }],
    ['when it is the running instance', { running: [server] }],
    ['when several of its processes are running', { running: [server, { ...server, pid: 9 }] }],
    ['when the environment names it and it is running', { configured: { origin: 'environment' }, running: [server] }],
  ])('uses the configured instance without a message %s', (_, input) => {
    expect(choose(input)).toEqual({ selected: 'configured', note: '' });
  });

  test.each<[string, Case]>([
    ['no database exists here', { configured: { exists: false }, running: [demo] }],
    [
      'the instance in the settings file was never created',
      { configured: { exists: false, origin: 'file' }, running: [demo] },
    ],
  ])('uses the running instance, and names it, if %s', (_, input) => {
    expect(choose(input)).toEqual({ selected: 7, note: 'using the running demo (process 7, --data-dir /tmp/demo)' });
  });

  test.each(['read', 'write'] as const)(
    'with %s access uses the instance named in the environment, and names the ignored instances',
    (access) => {
      const configured = { origin: 'environment', location: 'DATABASE_URL' } as const;
      expect(choose({ configured, running: [demo], access })).toEqual({
        selected: 'configured',
        note: 'using the embedded database in /here/data (DATABASE_URL), not the running demo (process 7, --data-dir /tmp/demo)',
      });
    },
  );

  test('explains why it uses the running instance rather than a stopped local database', () => {
    expect(choose({ running: [demo] })).toEqual({
      selected: 7,
      note: 'using the running demo (process 7, --data-dir /tmp/demo), not the embedded database in /here/data, which is not running. Choose one with --data-dir DIR or --url URL',
    });
  });

  test.each<[string, Case]>([
    ['another instance is also running', { running: [server, demo] }],
    [
      'the settings file names an instance other than the running one',
      { configured: { origin: 'file' }, running: [demo] },
    ],
  ])('reads from the configured instance, but does not write, when %s', (_, input) => {
    expect(choose(input).rejection).toMatch(
      /^more than one instance .*\/here\/data .*--data-dir \/tmp\/demo.*--data-dir DIR/,
    );
    expect(choose({ ...input, access: 'read' })).toEqual({
      selected: 'configured',
      note: expect.stringMatching(
        /^using the embedded database in \/here\/data, not the running demo .*--data-dir DIR/,
      ),
    });
  });

  test.each(['read', 'write'] as const)(
    'with %s access rejects an ambiguous choice between two running instances',
    (access) => {
      const other = instance({ kind: 'demo', pid: 10, dataDirectory: '/tmp/other' });
      const { rejection } = choose({ configured: { exists: false }, running: [demo, other], access });
      expect(rejection).toMatch(
        /process 7, --data-dir \/tmp\/demo.*process 10, --data-dir \/tmp\/other.*Choose one with --data-dir/,
      );
    },
  );
});
