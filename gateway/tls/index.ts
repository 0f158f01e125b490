export {
  type CertificateSource,
  type CertificateSourceOptions,
  openCertificateSource,
  ownCertificateFiles,
} from './source.js';
