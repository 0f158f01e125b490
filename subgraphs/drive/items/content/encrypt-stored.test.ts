import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encryptStored } from './encrypt-stored.js';
import { readEncryptionKeys } from './encryption-keys.js';
import { folderFiles } from './folder-files.js';
import { VerifiedContents } from './verified-contents.js';

const content = Buffer.from('content');
const sha256 = createHash('sha256').update(content).digest('hex');

test('content is reported as encrypted only when its encrypted file is durable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-encrypt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keyFile = join(folder, 'keys');
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const stored = folderFiles(join(folder, 'content'));
  mkdirSync(dirname(stored.pathOf(sha256)), { recursive: true });
  writeFileSync(stored.pathOf(sha256), content);
  const steps: string[] = [];
  const files = {
    ...stored,
    async put(...file: Parameters<typeof stored.put>) {
      await stored.put(...file);
      steps.push('put');
    },
    async flush(sha256s: readonly string[]) {
      await stored.flush(sha256s);
      steps.push(`flush ${sha256s}`);
    },
  };
  const keys = readEncryptionKeys(keyFile);
  expect(await encryptStored({ sha256, files, parts: folder, keys, verified: new VerifiedContents() })).toBe(
    'encrypted',
  );
  expect(steps).toEqual(['put', `flush ${sha256}`]);
});
