export * from './audit-entries.js';
export * from './audit-filter.js';
