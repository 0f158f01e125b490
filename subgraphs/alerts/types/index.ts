export * from './alert.js';
export * from './alert-filter.js';
export * from './alert-list.js';
export * from './endpoint.js';
export * from './foreign.js';
export * from './mutations.js';
export * from './store.js';
