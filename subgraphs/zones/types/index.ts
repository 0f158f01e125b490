export * from './imports.js';
export * from './rdap.js';
