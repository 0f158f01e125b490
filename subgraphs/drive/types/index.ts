export * from './mutations.js';
export * from './sync.js';
