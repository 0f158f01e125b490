export * from './check.js';
export * from './controller.js';
export * from './files.js';
export * from './foreign.js';
export * from './license-status.js';
