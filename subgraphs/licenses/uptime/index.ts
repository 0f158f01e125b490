export { type Outage, uptimeAfter, uptimeBefore } from './rules.js';
export { createUptimeRecorder, openUptime, readOutages, type Uptime, type UptimeRecorder } from './service.js';
