import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const opensslIsInstalled = spawnSync('openssl', ['version']).status === 0;
if (!opensslIsInstalled) console.log('OpenSSL is not installed here: signatures are verified by Node.js only.');

/**
 * Whether OpenSSL accepts the Ed25519 signature of this text under the public key (PEM). If OpenSSL is not installed,
 * Node.js verifies the signature.
 */
export function opensslVerifies(text: string | Buffer, signature: Buffer, publicKey: string): boolean {
  if (!opensslIsInstalled) return verify(null, Buffer.from(text), createPublicKey(publicKey), signature);
  const folder = mkdtempSync(join(tmpdir(), 'rampart-openssl-'));
  try {
    const [key, data, sig] = ['key.pem', 'data', 'sig'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(key, publicKey);
    writeFileSync(data, text);
    writeFileSync(sig, signature);
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', data, '-sigfile', sig];
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }).includes('Signature Verified');
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
