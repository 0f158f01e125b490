import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Configuration,
  configuredAdministrators,
  firstAdministrator,
  minSecretCharacters,
  type NamedToken,
} from '../../platform/configuration/index.js';
import { createDataDirectory } from '../../platform/data-directory.js';
import type { Logger } from '../../platform/log.js';
import { createFile } from '../../platform/write-file.js';
import { operatorTokenKind } from './token-format.js';

const ownerOnly = 0o600;

/**
 * The administrator tokens in the settings.
 * @throws {Error} if `admin_token` and `admin_tokens` contain the same token
 */
export function configuredAdminTokens({ auth }: Pick<Configuration, 'auth'>): readonly NamedToken[] {
  const { adminToken, adminTokens } = auth;
  const duplicate = adminTokens.find(({ token }) => token === adminToken);
  if (duplicate !== undefined) {
    throw new Error(
      `[auth] admin_token and the token of ${duplicate.name} in admin_tokens are the same: generate a separate token for each`,
    );
  }
  return configuredAdministrators(auth);
}

/**
 * The administrator tokens in the settings or, if there are none, the one in `data_dir/admin-token`, which is created
 * on the first start with mode 0600. Processes that share the directory use the same token.
 * @throws {Error} if `admin_token` repeats a token of `admin_tokens`, if the file cannot be read or created, or if its
 * token is empty or too short
 */
export function readAdminTokens(options: { configuration: Configuration; log: Logger }): readonly NamedToken[] {
  const configured = configuredAdminTokens(options.configuration);
  return configured.length > 0 ? configured : [{ name: firstAdministrator, token: readOrGenerateToken(options) }];
}

function readOrGenerateToken({ configuration, log }: { configuration: Configuration; log: Logger }): string {
  const path = adminTokenPath(configuration);
  createDataDirectory(configuration.server.dataDir);
  createFile(path, { text: `${operatorTokenKind.create()}\n`, mode: ownerOnly });
  if ((statSync(path).mode & 0o077) !== 0) {
    chmodSync(path, ownerOnly);
    log.warn(
      { path },
      'the administrator token file was accessible to other users and its permissions have been restricted: replace the token if it may have been read',
    );
  }
  const token = readFileSync(path, 'utf8').trim();
  if (token === '') throw new Error(`${path} is empty: remove it to generate a new administrator token`);
  if (token.length < minSecretCharacters) {
    throw new Error(
      `${path} contains a token of ${token.length} characters, but the minimum is ${minSecretCharacters}: remove the file to generate a new token`,
    );
  }
  return token;
}

/** Path of the file with the generated administrator token. */
export function adminTokenPath(configuration: Configuration): string {
  return join(configuration.server.dataDir, 'admin-token');
}
