export * from './items.js';
export * from './mirror.js';
export * from './mutations.js';
export * from './sync.js';
