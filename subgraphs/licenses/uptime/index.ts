export { type Outage, uptimeAfter, uptimeBefore } from './rules.js';
export { openUptime, readOutages, recordUptimeJob, type Uptime } from './service.js';
