import { newPrivateKey, newSelfSignedCertificate } from '../../../gateway/tls/self-signed.js';

/** Names that the servers of these tests prove to be. */
export const provenNames = ['registry.test', 'registrar.test', '127.0.0.1'];

/** A key and a certificate for `provenNames`, to be trusted by giving it as the authority. */
export async function newCertificate(names: readonly string[] = provenNames): Promise<{ key: string; cert: string }> {
  const key = newPrivateKey();
  return { key, cert: await newSelfSignedCertificate({ privateKey: key, names, now: Date.now() }) };
}
