export { tracedRequest, tracedSource } from './fetches.js';
export { tracedGraph, traceOperation, tracePlanning } from './operations.js';
