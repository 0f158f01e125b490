import { statSync } from 'node:fs';
import { adminTokenPath, configuredAdminTokens } from '../../../gateway/authentication/index.js';
import { type Check, ok, skipped, warning } from '../check.js';
import { daysUntil, generatedTokenDays } from '../expiry.js';

/** Checks the age of the generated administrator token, which, unlike other operator tokens, never expires. */
export const adminToken: Check = {
  name: 'admin token',
  run({ configuration, clock }) {
    if (configuredAdminTokens(configuration).length > 0) return skipped('the settings define the administrators');
    const path = adminTokenPath(configuration);
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined) return skipped('the first start generates it');
    const days = daysUntil(clock.now(), file.mtimeMs);
    if (days < generatedTokenDays) return ok(`${path} is ${days} days old`);
    return warning(
      `${path} is ${days} days old, and never expires`,
      'stop the server, delete the file and start again for a new one; or create a token for each administrator: rampart tokens create NAME --role admin',
    );
  },
};
