import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedContents } from '../../command-line/doctor/checks/stored-contents.js';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { auditEntries } from '../audit/support/entries.js';
import { runHere } from '../command-line/support/run-here.js';
import { resultOf } from '../doctor/support/examine.js';
import { startCommand } from '../support/command-line.js';
import { DocumentSite } from '../support/document-site/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';
import { type Fault, hasObjectStore, ObjectStore } from './support/object-store.js';

const contents = new Map([
  // It is uploaded in two parts.
  ['large.bin', randomBytes(9 << 20)],
  ['a.txt', Buffer.from('first')],
  ['b.txt', Buffer.from('second')],
  ['empty.txt', Buffer.alloc(0)],
]);

describe.skipIf(!hasObjectStore)('processes with a bucket', () => {
  const folder = temporaryFolder();
  let objects: ObjectStore;
  let site: DocumentSite;
  let opened: TestDatabase;
  let bucket: Awaited<ReturnType<ObjectStore['createBucket']>>;
  let environment: Record<string, string>;

  beforeAll(async () => {
    [objects, site, opened] = await Promise.all([ObjectStore.start(), DocumentSite.start(), openTestDatabase()]);
    for (const [name, content] of contents) site.content.addFile(name, content);
    bucket = await objects.createBucket('documents');
    const { s3Endpoint, s3Bucket, s3Prefix, s3AccessKeyId, s3SecretAccessKey } = bucket;
    environment = {
      ...{ ...site.environment, DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path },
      ...{
        RAMPART_DRIVE_S3_ENDPOINT: s3Endpoint,
        RAMPART_DRIVE_S3_BUCKET: s3Bucket,
        RAMPART_DRIVE_S3_PREFIX: s3Prefix,
      },
      ...{ RAMPART_DRIVE_S3_ACCESS_KEY_ID: s3AccessKeyId, RAMPART_DRIVE_S3_SECRET_ACCESS_KEY: s3SecretAccessKey },
    };
  });

  afterAll(async () => {
    objects.stop();
    await Promise.all([site.close(), opened.close()]);
    folder.remove();
  });

  async function run(args: string) {
    const { code, output, errors } = await runHere(args.split(' '), { environment });
    expect(code, errors).toBe(0);
    return output;
  }

  /** Runs a command and kills it at the first matching request. */
  async function killAt(args: string, request: RegExp): Promise<void> {
    const command = startCommand(args.split(' '), { environment });
    const fault: Fault = ({ method, url }) => {
      if (!request.test(`${method} ${url}`)) return false;
      command.process.kill('SIGKILL');
      return true; // The request gets no response.
    };
    objects.fault = fault;
    expect((await command.result).signal).toBe('SIGKILL');
    objects.fault = undefined;
  }

  /** Expects that every content can be read, wherever it is stored. */
  async function expectReadable(): Promise<void> {
    const store = createContentStore({ dataDir: folder.path, bucket });
    for (const [file, content] of contents) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect((await buffer(store.read({ sha256, size: content.length }))).equals(content), file).toBe(true);
    }
  }

  async function expectRestored(): Promise<void> {
    const destination = join(folder.path, 'restored');
    await run(`drive restore --at ${new Date().toISOString()} --into ${destination}`);
    for (const [file, content] of contents)
      expect(readFileSync(join(destination, file)).equals(content), file).toBe(true);
  }

  const stored = async () =>
    ((await objects.client('documents').listObjects('/', 'contents/')) ?? []).map(({ Key }) => Key);

  test('leave no incomplete object if a sync is killed while it uploads, and the next sync completes the upload', async () => {
    await run('drive connect');
    await killAt('drive sync', /^PUT .*partNumber=2/);
    const sizes = (await objects.client('documents').listObjects('/', 'contents/')) ?? [];
    expect(sizes.filter(({ Size }) => Size > 100)).toEqual([]);
    const downloads = site.requestsOf('content').length;
    await run('drive sync');
    expect(await stored()).toHaveLength(contents.size);
    expect(site.requestsOf('content').length - downloads).toBeLessThan(contents.size);
    await expectReadable();
  });

  test('lose nothing if a move is killed, and continue the move', async () => {
    await killAt('drive move --to directory', /^DELETE .*contents/);
    await expectReadable();
    expect(JSON.parse(await run('drive move --to directory --json'))).toEqual({ moved: contents.size, damaged: 0 });
    expect(await stored()).toEqual([]);
    await killAt('drive move --to bucket', /^PUT .*partNumber=2/);
    await expectReadable();
    await run('drive move --to bucket');
    expect(await stored()).toHaveLength(contents.size);
    await expectRestored();
    const entries = await auditEntries(opened.database);
    expect(entries.filter(({ action }) => action === 'move.drive-contents')).toHaveLength(2);
  });

  test('are diagnosed by rampart doctor', async () => {
    expect(await resultOf(storedContents, environment)).toMatchObject({
      status: 'ok',
      message: 'stored contents are not encrypted ([drive] encryption_key_file); they are in the bucket documents',
    });
    for (const [changed, message] of [
      [{ RAMPART_DRIVE_S3_SECRET_ACCESS_KEY: 'wrong' }, /access to the bucket documents is denied/],
      [{ RAMPART_DRIVE_S3_BUCKET: 'another' }, /the bucket another does not exist/],
      [{ RAMPART_DRIVE_S3_ACCESS_KEY_ID: '' }, /\[drive\] s3_bucket requires s3_access_key_id/],
    ] as const) {
      const result = await resultOf(storedContents, { ...environment, ...changed });
      expect(result).toMatchObject({ status: 'failed', message: expect.stringMatching(message) });
    }
  });
});
