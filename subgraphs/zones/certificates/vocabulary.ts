/** Protocols of logs, as in the settings. */
export const CertificateLogKind = { RFC6962: 'rfc6962', STATIC: 'static' } as const;
export type CertificateLogKind = (typeof CertificateLogKind)[keyof typeof CertificateLogKind];
