export { readCertificateFiles, readCertificates } from './certificate-files.js';
export type { CertificateAndKey } from './own-certificate.js';
export {
  type CertificateSource,
  type CertificateSourceOptions,
  openCertificateSource,
  ownCertificateFiles,
} from './source.js';
