import { DomainError } from '../../../../platform/domain-error.js';
import type { DriveSettings } from '../../dependencies.js';

type Settings = Pick<DriveSettings, 'searchTexts' | 'encryptionKeyFile'>;

/**
 * Whether extracted texts may be stored and shown. Stored texts are not encrypted, so they are not allowed if contents
 * are encrypted.
 */
export function mayStoreText({ encryptionKeyFile }: Pick<Settings, 'encryptionKeyFile'>): boolean {
  return encryptionKeyFile === '';
}

/** Whether the text of new contents is extracted. */
export function isTextExtractionEnabled(settings: Settings): boolean {
  return settings.searchTexts && mayStoreText(settings);
}

/**
 * Ensures that extracted texts may be stored.
 * @throws {DomainError} BAD_USER_INPUT if they may not
 */
export function assertMayStoreText(settings: Pick<Settings, 'encryptionKeyFile'>): void {
  if (mayStoreText(settings)) return;
  throw new DomainError(
    'BAD_USER_INPUT',
    'text cannot be searched, because stored contents are encrypted ([drive] encryption_key_file); search names instead',
  );
}
