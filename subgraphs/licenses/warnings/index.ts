export {
  checkWarningsJob,
  type LicenseTotals,
  listAllWarnings,
  listWarnings,
  readLicenseTotals,
  readWarnings,
} from './service.js';
