export { type Outage, uptimeAfter, uptimeBefore } from './rules.js';
export { createUptimeRecords, openUptime, readOutages, type Uptime, type UptimeRecords } from './service.js';
