import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readCertificateFiles, selfSignedCertificateFiles } from '../../../gateway/tls/index.js';
import { type Check, type CheckResult, failure, ok, skip, warning } from '../check.js';
import { daysUntil, expiryWarningDays, formatDays } from '../expiry.js';

export const certificate: Check = {
  name: 'certificate',
  run({ configuration, clock }) {
    const { licenses, server } = configuration;
    if (licenses.tls === 'off')
      return skip('[licenses] tls is off: the licenses port uses plain HTTP, for a proxy that terminates TLS');
    const isGenerated = licenses.tls === 'auto';
    const [certificateFile = '', keyFile = ''] = licenses.tls.split(',');
    const files = isGenerated ? selfSignedCertificateFiles('licenses', server) : { certificateFile, keyFile };
    if (isGenerated && !existsSync(files.certificateFile))
      return skip('the first start generates a self-signed certificate');
    try {
      const certificate = new X509Certificate(readCertificateFiles(files).certificate);
      return assessCertificate(certificate, { file: files.certificateFile, now: clock.now(), isGenerated });
    } catch (error) {
      const action = isGenerated
        ? `delete ${files.certificateFile} and ${files.keyFile}, and restart the server, which generates new ones`
        : replace;
      return failure((error as Error).message, action); // readCertificateFiles throws only instances of Error.
    }
  },
};

/** Minimum key length in bits, for a security strength of 128 bits (NIST SP 800-57, part 1, table 2). */
const minRsaBits = 3072;
const replace = 'replace the files named in [licenses] tls; a running server reloads them within a minute';

function assessCertificate(
  { validFromDate, validToDate, publicKey }: X509Certificate,
  { file, now, isGenerated }: { file: string; now: number; isGenerated: boolean },
): CheckResult {
  const until = validToDate.toISOString();
  const action = isGenerated ? 'restart the server, which generates a new one' : replace;
  if (validFromDate.getTime() > now)
    return failure(`${file} is not valid before ${validFromDate.toISOString()}`, action);
  if (validToDate.getTime() <= now) return failure(`${file} expired on ${until}`, action);
  const days = daysUntil(validToDate.getTime(), now);
  if (days < expiryWarningDays) return warning(`${file} expires in ${formatDays(days)}, on ${until}`, action);
  const { modulusLength = minRsaBits } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength < minRsaBits) {
    return warning(
      `${file} contains an RSA key of ${modulusLength} bits; the minimum is ${minRsaBits} bits`,
      `use a longer RSA key, or ECDSA P-256: ${replace}`,
    );
  }
  return ok(`${file} is valid until ${until}`);
}
