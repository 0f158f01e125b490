export { insertLogged, type LoggedInference, lacksPartition } from './repository.js';
export { dropOutdatedPartitions, inferenceLogJob, preparePartitions } from './service.js';
