export { insertLogged, isMissingPartition, type LoggedInference } from './repository.js';
export { inferenceLogJob, preparePartitions } from './service.js';
