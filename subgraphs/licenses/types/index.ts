export * from './check.js';
export * from './controller.js';
export * from './endpoint.js';
export * from './files.js';
export * from './license-status.js';
