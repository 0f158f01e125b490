export { insertLogged, type LoggedInference, lacksPartition } from './repository.js';
export { inferenceLogJob, preparePartitions } from './service.js';
