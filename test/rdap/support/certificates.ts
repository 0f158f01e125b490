import { newPrivateKey, newSelfSignedCertificate } from '../../../gateway/tls/self-signed.js';

/** Names in the certificates of the test servers. */
const certificateNames = ['registry.test', 'registrar.test', '127.0.0.1'];

/** A key and a self-signed certificate for these names, which can be trusted as a CA. */
export async function newCertificate(
  names: readonly string[] = certificateNames,
): Promise<{ key: string; cert: string }> {
  const key = newPrivateKey();
  return { key, cert: await newSelfSignedCertificate({ privateKey: key, names, now: Date.now() }) };
}
