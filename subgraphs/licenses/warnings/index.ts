export {
  checkWarningsJob,
  licenseTotals,
  listAllWarnings,
  listWarnings,
  readWarnings,
} from './service.js';
