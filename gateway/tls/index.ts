export { readCertificateFiles, readCertificates } from './certificate-files.js';
export type { CertificateAndKey } from './self-signed-files.js';
export {
  type CertificateSource,
  type CertificateSourceOptions,
  openCertificateSource,
  selfSignedCertificateFiles,
} from './source.js';
