import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import { ConfigurationError, loadConfiguration } from '../../../platform/configuration/index.js';

/** A working directory for each test, with the settings file that the test writes. */
export function describeSettingsFile() {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rampart-configuration-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  });

  function load(file: string | Buffer, environment: Record<string, string> = {}) {
    writeFileSync(join(directory, 'rampart.ini'), file);
    return loadConfiguration({ environment, workingDirectory: directory });
  }

  /** The error message at startup. */
  function rejection(file: string | Buffer, environment: Record<string, string> = {}): string {
    try {
      load(file, environment);
    } catch (error) {
      if (error instanceof ConfigurationError) return error.message;
      throw error;
    }
    return 'nothing was rejected';
  }

  return {
    get directory() {
      return directory;
    },
    path: (name: string) => join(directory, name),
    load,
    rejection,
  };
}
