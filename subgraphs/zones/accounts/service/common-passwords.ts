import type { ZoneRequest } from '../../dependencies.js';
import { assertNewPassword, assertPasswordLength } from '../rules/new-password.js';

let list: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords in lower case; read with the first new password, because commands of every kind load this file. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return await list;
}

/**
 * Checks a password that somebody chose. Commands choose one for the sample account of the demo, which everybody may know.
 * @throws {DomainError} BAD_USER_INPUT
 */
export async function checkNewPassword(
  request: Pick<ZoneRequest, 'via'>,
  input: Omit<Parameters<typeof assertNewPassword>[0], 'isCommon'>,
): Promise<void> {
  if (request.via === 'command-line') return assertPasswordLength(input);
  const common = await commonPasswords();
  assertNewPassword({ ...input, isCommon: (text) => common.has(text) });
}
