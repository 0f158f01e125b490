export { checkWarningsJob, type LicenseTotals, listWarnings, readLicenseTotals, readWarnings } from './service.js';
