import { statSync } from 'node:fs';
import { adminTokenPath, configuredAdminTokens } from '../../../gateway/authentication/index.js';
import { type Check, ok, skip, warning } from '../check.js';
import { daysUntil, formatDays, maxGeneratedTokenDays } from '../expiry.js';

/** Checks the age of the generated administrator token, which never expires. */
export const adminToken: Check = {
  name: 'admin token',
  run({ configuration, clock }) {
    if (configuredAdminTokens(configuration).length > 0) return skip('the settings define the administrators');
    const path = adminTokenPath(configuration);
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined) return skip('no administrator token yet; the first start generates one');
    const days = daysUntil(clock.now(), file.mtimeMs);
    if (days < maxGeneratedTokenDays) return ok(`${path} is ${formatDays(days)} old`);
    return warning(
      `${path} is ${formatDays(days)} old, and never expires`,
      'stop the server, delete the file, and start the server to generate a new token; or set [auth] admin_tokens with a token for each administrator, after which the file is not used',
    );
  },
};
