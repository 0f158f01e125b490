import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.js';

/**
 * Creates a directory and its parents. `mkdirSync(path, { recursive: true })` hides the reason on a read-only file
 * system, and never returns below /proc.
 * @throws {Error} of the operating system
 */
export function createFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    createFolder(dirname(path));
    createFolder(path);
  }
}
