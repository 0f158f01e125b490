import { existsSync, readFileSync } from 'node:fs';
import { createFile } from '../../write-file.js';

/** Returns the content of a file, which the first caller writes. Concurrent callers never see it incomplete. */
export function readOrCreateFile(file: string, text: () => string): string {
  if (!existsSync(file)) createFile(file, { text: text(), mode: 0o600 });
  return readFileSync(file, 'utf8');
}
