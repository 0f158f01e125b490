export { type Supervisor, startWorkers } from './supervisor.js';
export { runWorker } from './worker.js';
