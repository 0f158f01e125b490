import { WatchedFile } from '../repository.js';
import { maxBytes } from './watched-content.js';

/**
 * Reads the text of a configured file, whether or not it is active.
 * @returns the text; null if no file is configured, or, with the reason in `problem`, if it cannot be read
 */
export function readDocumentFile(path: string): { text: string | null; problem: string | null } {
  const found = path === '' ? undefined : new WatchedFile(path, { maxBytes }).readIfChanged();
  if (found === undefined) return { text: null, problem: null };
  if (found.kind === 'text') return { text: found.text, problem: null };
  return { text: null, problem: found.kind === 'absent' ? 'it does not exist' : found.reason };
}
