import { readFile, stat } from 'node:fs/promises';
import { describeSystemError } from '../../../platform/system-error.js';
import type { SupergraphSource } from './supergraph-source.js';

/**
 * A file, which may be written in place, replaced by a rename, or be a symbolic link that is turned elsewhere (as Kubernetes mounts
 * configuration). It is looked at rather than watched: network and container file systems do not report changes. A changed file is read when it
 * is the same at two looks, because it may still be written.
 * @param options.pollMilliseconds undefined: only on request
 */
export function fileSource(path: string, options: { readonly pollMilliseconds: number | undefined }): SupergraphSource {
  let read = '';
  let seen = '';
  return {
    name: path,
    pollMilliseconds: options.pollMilliseconds,
    async read({ isForced }) {
      const version = await versionOf(path);
      const isSettled = version === seen;
      seen = version;
      if (!isForced && (version === read || !isSettled)) return undefined;
      const text = await readFile(path, 'utf8').catch(unreadable);
      read = version;
      return text;
    },
  };
}

async function versionOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch(unreadable);
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

function unreadable(error: unknown): never {
  throw new Error(describeSystemError(error) ?? String(error), { cause: error });
}
