import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { dayMs } from '../../../../platform/durations.js';
import { membersOf } from '../../../../platform/is-object.js';
import type { BucketClient } from './bucket-client.js';
import { BucketObject, readHead } from './bucket-object.js';
import { type ContentFiles, fileNameOf, isContentName, type StoredFile } from './content-files.js';

/** Number of bytes that are read from an object when it is opened, by default; small objects are read completely. */
const defaultHeadBytes = 65_536;
/**
 * Files larger than this number of bytes are uploaded in parts of at least this size. Parts of very large files are
 * larger, because an upload can have at most 10,000 parts.
 */
const minPartBytes = 8 << 20;
const maxParts = 9000;
/** Age in milliseconds after which a multipart upload is considered abandoned and is aborted. */
const abandonedUploadMs = dayMs;

/** Storage of contents in a bucket. `prefix`: prefix of the object keys; empty, or ends with `/`. */
export function bucketFiles(client: BucketClient, prefix: string): ContentFiles {
  const keyOf = (sha256: string): string => prefix + fileNameOf(sha256);
  async function openObject(sha256: string, headBytes = defaultHeadBytes): Promise<StoredFile | undefined> {
    const head = await readHead(client, keyOf(sha256), headBytes);
    return head && new BucketObject(client, head);
  }
  return {
    open: openObject,
    async put(sha256, path) {
      const file = await open(path, 'r');
      try {
        await upload({ client, key: keyOf(sha256), file });
      } finally {
        await file.close();
      }
    },
    renew: (sha256) => renewObject(client, keyOf(sha256)),
    async remove(sha256, notAfter) {
      const found = await readHead(client, keyOf(sha256), 1);
      if (found === undefined) return true;
      if (!(found.modifiedAtMs <= notAfter)) return false;
      await client.run((s3) => s3.deleteObject(keyOf(sha256)));
      return true;
    },
    list: () => listObjects(client, prefix),
    async localCopy(sha256, copyPath) {
      const file = await openObject(sha256);
      if (file === undefined) throw new Error(`the object ${keyOf(sha256)} was removed from the bucket`);
      const copy = createWriteStream(copyPath, { mode: 0o600, flush: true });
      await pipeline(file.stream({ start: 0, end: file.size - 1 }), copy);
      return copyPath;
    },
    async flush() {
      // An object that was stored is durable.
    },
    async probe() {
      const key = `${prefix}probe`;
      await client.run((s3) => s3.putObject(key, key));
      await readHead(client, key, 1);
      await client.run((s3) => s3.deleteObject(key));
    },
    sweep: (now) => abortUploads(client, { prefix, before: now - abandonedUploadMs }),
  };
}

interface Upload {
  readonly client: BucketClient;
  readonly key: string;
  readonly file: FileHandle;
}

/** Uploads a file. The object becomes visible only when it is complete. */
async function upload({ client, key, file }: Upload): Promise<void> {
  const { size } = await file.stat();
  if (size > minPartBytes) return await uploadParts({ client, key, file, size });
  const bytes = await readPart(file, { start: 0, length: size });
  await client.run((s3) => s3.putObject(key, bytes));
}

async function uploadParts({ client, key, file, size }: Upload & { size: number }): Promise<void> {
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts));
  await client.run(async (s3) => {
    const id = await s3.getMultipartUploadId(key);
    try {
      const parts = [];
      for (let start = 0; start < size; start += partBytes) {
        const bytes = await readPart(file, { start, length: Math.min(partBytes, size - start) });
        parts.push(await s3.uploadPart(key, id, bytes, parts.length + 1));
      }
      const { etag } = await s3.completeMultipartUpload(key, id, parts);
      // A server can report an error after it has sent the status 200.
      if (typeof etag !== 'string') throw new Error(`the object store did not complete the upload of ${key}`);
    } catch (error) {
      await s3.abortMultipartUpload(key, id).catch(() => undefined);
      throw error;
    }
  });
}

async function readPart(file: FileHandle, { start, length }: { start: number; length: number }): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let offset = 0; offset < length; ) {
    const { bytesRead } = await file.read(bytes, offset, length - offset, start + offset);
    if (bytesRead === 0) throw new Error('the file was truncated while it was uploaded');
    offset += bytesRead;
  }
  return bytes;
}

/**
 * Updates the modification time of an object: the server copies it to itself. False if the object must be uploaded
 * again, because servers only copy objects up to a maximum size.
 */
async function renewObject(client: BucketClient, key: string): Promise<boolean> {
  const options = { metadataDirective: 'REPLACE', contentType: 'application/octet-stream' } as const;
  return await client
    .run((s3) => s3.copyObject(key, key, options))
    .then(
      (copied) => copied !== undefined,
      () => false,
    );
}

async function* listObjects(client: BucketClient, prefix: string): AsyncGenerator<string> {
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const page = await client.run((s3) => s3.listObjectsPaged('/', prefix, 1000, token));
    for (const { Key } of page?.objects ?? []) {
      const name = Key.slice(prefix.length + 3);
      if (isContentName(name) && Key === prefix + fileNameOf(name)) yield name;
    }
    token = page?.nextContinuationToken;
  }
}

/** Aborts multipart uploads that began before `before` (Unix epoch milliseconds), because their parts use space. */
async function abortUploads(
  client: BucketClient,
  { prefix, before }: { prefix: string; before: number },
): Promise<void> {
  await client.run(async (s3) => {
    const response = await s3.listMultipartUploads('/', '', 'GET', { prefix, 'max-uploads': 1000 });
    for (const { Key, UploadId, Initiated } of uploadsOf(response)) {
      if (!Key.startsWith(prefix) || !(Date.parse(Initiated) < before)) continue;
      await s3.abortMultipartUpload(Key, UploadId);
    }
  });
}

interface UploadEntry {
  readonly Key: string;
  readonly UploadId: string;
  readonly Initiated: string;
}

/** The valid entries of a `ListMultipartUploadsResult`, which the S3 client parses without validation. */
function uploadsOf(response: object): UploadEntry[] {
  const { ListMultipartUploadsResult: result = response } = membersOf(response);
  const { Upload: entries = [] } = membersOf(result);
  return (Array.isArray(entries) ? entries : [entries]).filter(isUploadEntry);
}

function isUploadEntry(entry: unknown): entry is UploadEntry {
  const { Key, UploadId, Initiated } = membersOf(entry);
  return [Key, UploadId, Initiated].every((value) => typeof value === 'string');
}
