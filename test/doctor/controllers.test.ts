import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controllers } from '../../command-line/doctor/checks/controllers.js';
import { createAuthority } from '../rest/support/client-certificates.js';
import { folderForTest, resultOf } from './support/examine.js';

async function checkAuthorities(days: readonly number[]): Promise<string> {
  const file = join(folderForTest(), 'authorities.pem');
  const authorities = await Promise.all(days.map((daysLeft) => createAuthority('Controllers', daysLeft)));
  writeFileSync(file, authorities.map(({ certificate }) => certificate).join('\n'));
  const settings = { RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate', RAMPART_LICENSES_CLIENT_CA_FILE: file };
  const { status, message } = await resultOf(controllers, settings);
  return `${status}: ${message}`;
}

test('client certificate authorities are assessed by the earliest expiration', async () => {
  expect(await checkAuthorities([40, 90])).toMatch(
    /^ok: controllers authenticate with client certificates; .* 2 valid CA certificates$/,
  );
  expect(await checkAuthorities([90, 29.5])).toMatch(/^warning: .* contains a CA certificate that expires in 29 days/);
  expect(await checkAuthorities([90, -1])).toMatch(/^failed: .* contains a CA certificate that expired on/);
  expect(await checkAuthorities([])).toMatch(/^failed: .* contains no PEM certificate/);
});

test('settings that prevent the server from starting fail the check, and the enrolment secret is redacted', async () => {
  const secret = 'the-enrolment-secret-of-these-tests';
  const withSecret = { RAMPART_LICENSES_CONTROLLER_AUTH: 'secret' };
  expect(await resultOf(controllers, {})).toMatchObject({ status: 'skipped' });
  expect(await resultOf(controllers, withSecret)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('requires enrolment_secret'),
  });
  const result = await resultOf(controllers, { ...withSecret, RAMPART_LICENSES_ENROLMENT_SECRET: secret });
  expect(result.status).toBe('ok');
  expect(JSON.stringify(result)).not.toContain(secret);
});
