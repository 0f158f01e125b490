import { expect, test } from 'vitest';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { demoSettings } from './demo-settings.js';

const options = { workingDirectory: '/nonexistent', file: null };

test('the demo uses the addresses and tokens of the settings, and none of the services', () => {
  const addresses = {
    RAMPART_SERVER_HOST: '127.0.0.2',
    RAMPART_SERVER_PORT: '4100',
    RAMPART_SERVER_LOG_LEVEL: 'debug',
    RAMPART_AUTH_ALERTS: 'token',
    RAMPART_DNS_HOST: '127.0.0.2',
    RAMPART_DNS_PORT: '5301',
    RAMPART_LICENSES_PORT: '8901',
  };
  const environment = {
    ...addresses,
    DATABASE_URL: 'postgres://rampart@database.example/rampart',
    RAMPART_SERVER_DATA_DIR: '/var/lib/rampart',
    RAMPART_DRIVE_S3_ENDPOINT: 'https://objects.example',
    RAMPART_DRIVE_S3_BUCKET: 'production',
    RAMPART_MAIL_SMTP_URL: 'smtp://mail.example',
    RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'True',
    RAMPART_ZONES_SOURCES: 'example=https://zones.example/example.zone',
    RAMPART_DNS_POLICY_ZONES: 'rpz.example',
    RAMPART_LICENSES_BLACKLIST: 'ip',
  };
  const dataDir = '/tmp/demo';
  const settings = demoSettings({ configured: loadConfiguration({ ...options, environment }), dataDir });
  const expected = { ...addresses, RAMPART_SERVER_DATA_DIR: dataDir };
  expect(settings).toEqual(loadConfiguration({ ...options, workingDirectory: dataDir, environment: expected }));
});
