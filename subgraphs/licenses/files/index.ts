export { parseAddress, parseRange } from './rules/address.js';
export type { Blacklist } from './rules/blacklist.js';
export type { Departments } from './rules/departments.js';
export { graceEnd, type License, permitsCheckIns } from './rules/license.js';
export { readDocumentFile } from './service/document-file.js';
export {
  type FileDependencies,
  isListed,
  isOnBlacklist,
  type LicenseFiles,
  matchesAddresses,
  openLicenseFiles,
  tryParseBlacklist,
  tryParseDepartments,
} from './service/files.js';
export { createLicenseKeys, issueLicense, verifyLicenseAt } from './service/issue-license.js';
export { blacklistEntries, blacklistStatus, departmentsStatus, inspectFiles } from './service/status.js';
