export { countSeatsJob, licenseHistory, sweepSeatCountsJob } from './service.js';
