import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemErrorReason } from '../system-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with `NAME_FILE` replaced by `NAME` for each of these names; the value of `NAME` is the
 * content of the file without surrounding white space. Containers and service managers pass secrets as files, because
 * anyone who can inspect the process can read its environment.
 * @throws {Error} if a file cannot be read, or both variables are set
 */
export function readSecretFiles(options: {
  environment: Environment;
  names: readonly string[];
  workingDirectory: string;
}): Environment {
  const { environment, names, workingDirectory } = options;
  const replaced = { ...environment };
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = environment[variable];
    if (path === undefined) continue;
    if (path === '') throw new Error(`${variable} is empty: set it to the path of a file, or unset it`);
    if (environment[name] !== undefined) throw new Error(`${name} and ${variable} are both set: unset one of them`);
    delete replaced[variable];
    replaced[name] = readSecret(resolve(workingDirectory, path), variable);
  }
  return replaced;
}

function readSecret(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // The file system throws errors of this type.
    const reasons: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a directory, not a file' };
    const reason = reasons[code ?? ''] ?? `cannot be read (${systemErrorReason(error)})`;
    throw new Error(`${variable} refers to ${path}, which ${reason}`);
  }
}
