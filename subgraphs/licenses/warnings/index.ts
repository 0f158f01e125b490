export { checkWarningsJob, licenseTotals, listWarnings, readWarnings } from './service.js';
