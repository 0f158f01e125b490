import { SubjectAlternativeNameExtension, X509Certificate } from '@peculiar/x509';

/** The stored data of a certificate. Times are Unix epoch milliseconds. */
export interface CertificateData {
  readonly issuer: string;
  /** Serial number in lower-case hexadecimal. */
  readonly serialNumber: string;
  /** DNS names of the certificate in lower case, each once. */
  readonly names: readonly string[];
  readonly notBefore: number;
  readonly notAfter: number;
}

const hostnamePattern = /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])$/;
const maxNameLength = 253;
/**
 * Maximum number of names that are read from a certificate; longer lists are truncated. Certificates have up to several
 * hundred names.
 */
const maxNames = 1000;
/**
 * Maximum lengths in bytes of the issuer and the serial number, because both are indexed; certificates with longer
 * values are skipped. Those of certificate authorities are shorter (RFC 5280: serial numbers of 20 bytes).
 */
const maxIssuerBytes = 1000;
const maxSerialDigits = 64;

/**
 * Reads a certificate or precertificate (DER); undefined if it cannot be read, its issuer or serial number is too long,
 * or it contains no valid DNS names.
 */
export function readCertificate(der: Uint8Array): CertificateData | undefined {
  try {
    const certificate = new X509Certificate(der);
    const names = namesOf(certificate);
    if (names.length === 0) return undefined;
    const issuer = certificate.issuer.replaceAll('\0', '');
    const serialNumber = certificate.serialNumber.toLowerCase();
    if (Buffer.byteLength(issuer) > maxIssuerBytes || serialNumber.length > maxSerialDigits) return undefined;
    return {
      ...{ issuer, serialNumber, names },
      notBefore: certificate.notBefore.getTime(),
      notAfter: certificate.notAfter.getTime(),
    };
  } catch {
    // Logs accept all certificates that authorities have signed, and some of them are malformed.
    return undefined;
  }
}

function namesOf(certificate: X509Certificate): string[] {
  const alternative = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  const names = alternative.filter(({ type }) => type === 'dns').map(({ value }) => value);
  const all = names.length > 0 ? names : certificate.subjectName.getField('CN');
  const normalizedNames = all.map((name) => name.toLowerCase().replace(/\.$/, ''));
  const valid = normalizedNames.filter((name) => name.length <= maxNameLength && hostnamePattern.test(name));
  return [...new Set(valid)].slice(0, maxNames);
}
