export { numberOfWorkers } from './number-of-workers.js';
export { type Supervisor, startWorkers } from './supervisor.js';
export { runWorker } from './worker.js';
