export { endOfUptime, type Outage, startOfUptime } from './rules.js';
export { createUptimeRecorder, openUptime, readOutages, type Uptime, type UptimeRecorder } from './service.js';
