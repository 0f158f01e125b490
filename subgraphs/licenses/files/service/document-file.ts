import { WatchedFile } from '../repository.js';
import { maxBytes } from './watched-content.js';

/**
 * Reads the text of a configured file, whether or not the file is active.
 * @returns the text; null if no file is configured, or if it cannot be read. In the latter case, `problem` is the
 * reason.
 */
export function readDocumentFile(path: string): { text: string | null; problem: string | null } {
  const found = path === '' ? undefined : new WatchedFile(path, { maxBytes }).readIfChanged();
  if (found === undefined) return { text: null, problem: null };
  if (found.kind === 'text') return { text: found.text, problem: null };
  return { text: null, problem: found.kind === 'absent' ? 'it does not exist' : found.reason };
}
