export { certificateJobs, type LogReport, readLogs } from './service/follow-logs.js';
export { type CertificateRecord, certificatesOfDomain, listLogs } from './service/read-certificates.js';
