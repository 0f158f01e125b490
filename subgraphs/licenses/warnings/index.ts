export { checkWarningsJob, type LicenseTotals, listWarnings, readLicenseTotals } from './service.js';
