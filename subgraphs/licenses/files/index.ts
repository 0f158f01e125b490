export { parseAddress, parseRange } from './rules/address.js';
export { type FileDependencies, isOnBlacklist, type LicenseFiles, openLicenseFiles } from './service/files.js';
export { createLicenseKeys, issueLicense, readLicense } from './service/issue-license.js';
export { blacklistEntries, blacklistStatus, departmentsStatus, inspectFiles } from './service/status.js';
