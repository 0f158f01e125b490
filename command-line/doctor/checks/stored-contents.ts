import { countOf } from '../../../platform/count-of.js';
import { createContentStore } from '../../../subgraphs/drive/service.js';
import { type Check, type CheckContext, type CheckResult, failure, ok, skip, warning } from '../check.js';
import { commandToProtect } from '../protect-file.js';
import { reasonOf } from '../reason.js';

/** Maximum number of stored files whose encryption key is checked by reading their headers. */
const maxFiles = 1000;
/** Maximum number of objects in a bucket whose encryption key is checked: each header requires a request. */
const maxObjects = 50;

/** Checks that file contents of document sites can be stored, are encrypted as configured, and use known keys. */
export const storedContents: Check = {
  name: 'stored contents',
  async run({ configuration }) {
    const { encryptionKeyFile, s3Bucket } = configuration.drive;
    const store = openStore(configuration);
    if ('status' in store) return store;
    const counts = await countKeysOf(store);
    if ('status' in counts) return counts;
    if (counts.unknown > 0) {
      return failure(
        `${counts.unknown} of ${counts.files} checked contents are encrypted with keys that are not available, such as ${counts.example}`,
        'add the missing keys to [drive] encryption_key_file, each on a separate line',
      );
    }
    if (store.currentKeyId === undefined) {
      const reason = 'stored contents are not encrypted ([drive] encryption_key_file)';
      return store.storage === 'directory' ? skip(reason) : ok(`${reason}; they are in the bucket ${s3Bucket}`);
    }
    const command = commandToProtect(encryptionKeyFile);
    if (command !== undefined) return warning(`${encryptionKeyFile} can be read by other users`, command);
    const { clear, earlier, files } = counts;
    if (clear + earlier > 0) {
      return warning(
        `${clear} of ${files} checked contents are not encrypted, and ${earlier} are encrypted with an earlier key`,
        'run rampart drive encrypt',
      );
    }
    return ok(`encrypted with the key ${store.currentKeyId}; ${countOf(files, 'stored content')} checked`);
  },
};

function openStore({
  server,
  drive,
}: CheckContext['configuration']): ReturnType<typeof createContentStore> | CheckResult {
  try {
    return createContentStore({ dataDir: server.dataDir, keyFile: drive.encryptionKeyFile, bucket: drive });
  } catch (error) {
    return failure(reasonOf(error), 'correct the setting; until then, the server does not start');
  }
}

async function countKeysOf(store: ReturnType<typeof createContentStore>) {
  try {
    await store.probe();
    return await countKeys(store);
  } catch (error) {
    return failure(
      reasonOf(error),
      store.storage === 'bucket'
        ? 'correct the settings [drive] s3_*, or the bucket; until then, no contents are stored'
        : 'correct the permissions of the stored contents in [server] data_dir',
    );
  }
}

async function countKeys(store: ReturnType<typeof createContentStore>) {
  const counts = { files: 0, clear: 0, earlier: 0, unknown: 0, example: '' };
  for await (const id of store.keyIds()) {
    counts.files++;
    if (id === null) counts.clear++;
    else if (!store.hasKey(id)) {
      counts.unknown++;
      counts.example = id;
    } else if (id !== store.currentKeyId) counts.earlier++;
    if (counts.files === (store.storage === 'bucket' ? maxObjects : maxFiles)) break;
  }
  return counts;
}
