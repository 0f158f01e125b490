import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfiguration, showConfiguration } from '../../platform/configuration/index.js';

function load(file: string, environment: Record<string, string> = {}) {
  const workingDirectory = mkdtempSync(join(tmpdir(), 'rampart-configuration-'));
  writeFileSync(join(workingDirectory, 'rampart.ini'), file);
  return loadConfiguration({ environment, workingDirectory });
}

describe('the configuration', () => {
  test('has the documented defaults', () => {
    const configuration = load('');
    expect(configuration.server).toMatchObject({ host: '127.0.0.1', port: 4000 });
    expect(configuration.alerts).toEqual({
      correlationWindowSeconds: 300,
      minThreshold: 0.5,
      dedupWindowSeconds: 3600,
    });
    expect(configuration.zones.rdapPerDay).toEqual([0, 100, 1000]);
    expect(configuration.licenses).toMatchObject({ port: 8900, rate: { count: 60, unit: 'm' }, limit: true });
    expect(configuration.environment).toBe('development');
  });

  test('reads the documented spelling', () => {
    const configuration = load(
      '[licenses]\nlimit=False\nrate=5/h\nblacklist=ip\n[alerts]\ncorrelation_window_seconds = 12.5 ; comment\n',
    );
    expect(configuration.licenses).toMatchObject({ limit: false, rate: { count: 5, unit: 'h' }, blacklist: 'ip' });
    expect(configuration.alerts.correlationWindowSeconds).toBe(12.5);
  });

  test('lets the environment win over the file', () => {
    const configuration = load('[alerts]\nmin_threshold=0.7\n', { RAMPART_ALERTS_MIN_THRESHOLD: '0.9' });
    expect(configuration.alerts.minThreshold).toBe(0.9);
  });

  test('takes the database from DATABASE_URL, and RAMPART_DATABASE_URL wins', () => {
    expect(load('', { DATABASE_URL: 'postgres://a/b' }).database.url).toBe('postgres://a/b');
    expect(load('', { DATABASE_URL: 'postgres://a/b', RAMPART_DATABASE_URL: 'postgres://c/d' }).database.url).toBe(
      'postgres://c/d',
    );
  });

  test.each([
    ['[alarms]\nx=1\n', {}, /rampart\.ini: unknown section \[alarms\]/],
    ['port=1\n', {}, /rampart\.ini: unknown key port outside a section/],
    ['[server]\nprot=1\n', {}, /unknown key prot in \[server\]; its keys are host, port/],
    ['[server]\nport=http\n', {}, /\[server\] port must be a whole number: "http"/],
    ['[server]\nport=65536\n', {}, /\[server\] port must be between 0 and 65535/],
    ['[alerts]\nmin_threshold=1.01\n', {}, /min_threshold must be between 0 and 1/],
    ['[licenses]\nrate=0/m\n', {}, /rate must be <count>\/<s\|m\|h\|d>/],
    ['[licenses]\nlimit=maybe\n', {}, /limit must be True or False/],
    ['[zones]\nrdap_per_day=1,2\n', {}, /rdap_per_day must be three whole numbers/],
    ['', { RAMPART_SERVER_PROT: '1' }, /unknown setting RAMPART_SERVER_PROT/],
    ['', { RAMPART_SERVER_PORT: '-1' }, /RAMPART_SERVER_PORT must be between/],
    ['', { RAMPART_CONFIG: 'missing.ini' }, /RAMPART_CONFIG names .*missing\.ini, which does not exist/],
  ])('stops at %j %j', (file, environment, message) => {
    expect(() => load(file, environment as Record<string, string>)).toThrow(message);
  });

  test('accepts both ends of a range', () => {
    expect(load('[server]\nport=0\n[alerts]\nmin_threshold=0\n').alerts.minThreshold).toBe(0);
    expect(load('[server]\nport=65535\n[alerts]\nmin_threshold=1\n').server.port).toBe(65_535);
  });

  test('is shown with its secrets hidden', () => {
    const shown = showConfiguration(load('[auth]\nadmin_token=abc123secret\n[zones]\nrdap_per_minute=1,2,3\n'));
    expect(JSON.stringify(shown)).not.toContain('abc123secret');
    expect(shown.find((setting) => setting.key === 'admin_token')?.value).toBe('[hidden]');
    expect(shown.find((setting) => setting.key === 'rdap_per_minute')?.value).toBe('1,2,3');
    expect(shown.find((setting) => setting.key === 'client_secret')?.value).toBe('');
  });

  test('never echoes the bad value of a secret', () => {
    expect(load('[mail]\nsmtp_url=smtp://user:pass@host\n').mail.smtpUrl).toBe('smtp://user:pass@host');
  });
});
