import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isObject } from '../../../../platform/is-object.js';
import { quoted } from '../../../../platform/quoted.js';
import { systemErrorReason } from '../../../../platform/system-error.js';
import type { DriveSettings } from '../../dependencies.js';

/** Pattern of a valid file name, which cannot be a path. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const maxBytes = 65_536;

/** Keys of a credentials file, and the settings that they override. */
const keys = {
  tenant_id: 'tenantId',
  client_id: 'clientId',
  client_secret: 'clientSecret',
  client_certificate_file: 'clientCertificateFile',
  client_certificate_key_file: 'clientCertificateKeyFile',
  client_assertion_algorithm: 'clientAssertionAlgorithm',
} as const satisfies Record<string, keyof DriveSettings>;

/**
 * Returns the settings with the credentials of another application, from a JSON file in the directory `[drive]
 * credentials_dir`, such as a mounted container secret. The file is read for each sync, so it can be replaced without a
 * restart.
 * @throws {DomainError} BAD_USER_INPUT if the file cannot be used
 */
export function applyCredentials(settings: DriveSettings, name: string): DriveSettings {
  const directory = settings.credentialsDir;
  if (directory === '') {
    throw unusable('[drive] credentials_dir is not set: set it to the directory of the credential files');
  }
  if (!namePattern.test(name)) {
    throw unusable(
      `credentials must be the name of a file in ${directory}, of 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, but is ${quoted(name)}`,
    );
  }
  const path = join(directory, name);
  const fileContent = readCredentials(path);
  const absolute = (file: string | undefined) =>
    file === undefined || file === '' || isAbsolute(file) ? (file ?? '') : resolve(directory, file);
  const algorithm = fileContent.clientAssertionAlgorithm ?? settings.clientAssertionAlgorithm;
  if (algorithm !== 'ps256' && algorithm !== 'rs256') {
    throw unusable(
      `The credentials file ${path}: client_assertion_algorithm must be ps256 or rs256, but is ${quoted(algorithm)}`,
    );
  }
  return {
    ...settings,
    tenantId: fileContent.tenantId ?? settings.tenantId,
    clientId: fileContent.clientId ?? '',
    clientSecret: fileContent.clientSecret ?? '',
    clientCertificateFile: absolute(fileContent.clientCertificateFile),
    clientCertificateKeyFile: absolute(fileContent.clientCertificateKeyFile),
    clientAssertionAlgorithm: algorithm,
  };
}

function readCredentials(path: string): Partial<Record<(typeof keys)[keyof typeof keys], string>> {
  let content: unknown;
  try {
    const bytes = readFileSync(path);
    if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    // The message of a parser would quote the secret.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : systemErrorReason(error);
    throw unusable(`The credentials file ${path} cannot be read: ${reason}`);
  }
  if (!isObject(content)) throw unusable(`The credentials file ${path} must contain a JSON object`);
  const entries = Object.entries(content).map(([key, value]) => {
    if (!Object.hasOwn(keys, key) || typeof value !== 'string') {
      throw unusable(
        `The credentials file ${path}: the key ${key.slice(0, 100)} is unknown, or its value is not a string; valid keys: ${Object.keys(keys).join(', ')}`,
      );
    }
    return [keys[key as keyof typeof keys], value] as const; // `hasOwn` has verified the key.
  });
  return Object.fromEntries(entries);
}

function unusable(message: string): DomainError {
  return invalidArgument('credentials', message);
}
