import { WatchedFile } from '../repository.js';
import { maxBytes } from './watched-content.js';

/**
 * Reads the text of a file that may not be active.
 * @returns null without a problem if no file is configured, otherwise with the reason why it cannot be read
 */
export function readDocumentFile(path: string): { text: string | null; problem: string | null } {
  const found = path === '' ? undefined : new WatchedFile(path, { maxBytes }).readIfChanged();
  if (found === undefined) return { text: null, problem: null };
  if (found.kind === 'text') return { text: found.text, problem: null };
  return { text: null, problem: found.kind === 'absent' ? 'it does not exist' : found.reason };
}
