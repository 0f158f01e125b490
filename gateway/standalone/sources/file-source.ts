import { readFile, stat } from 'node:fs/promises';
import { type SupergraphSource, throwReadError } from './supergraph-source.js';

/**
 * Reads the supergraph from a file, which may be written in place, replaced by a rename, or be a symbolic link with a
 * changing target (as Kubernetes mounts configuration). The file is polled, because network and container file systems
 * do not report changes. A changed file is read once it is the same at two polls, because it may be incomplete before.
 * @param options.pollMs undefined: the file is read only on request
 */
export function fileSource(path: string, options: { readonly pollMs: number | undefined }): SupergraphSource {
  let lastReadVersion = '';
  let lastPolledVersion = '';
  return {
    name: path,
    pollMs: options.pollMs,
    async read({ isForced }) {
      const version = await versionOf(path);
      const isSettled = version === lastPolledVersion;
      lastPolledVersion = version;
      if (!isForced && (version === lastReadVersion || !isSettled)) return undefined;
      const text = await readFile(path, 'utf8').catch(throwReadError);
      lastReadVersion = version;
      return text;
    },
  };
}

async function versionOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch(throwReadError);
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
