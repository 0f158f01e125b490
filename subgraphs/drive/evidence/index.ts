import { linkEvidence, unlinkEvidence } from './service.js';

export { blockRemovals } from './repository.js';
export { evidenceJob } from './service-removal.js';

export const evidenceOperations = { linkEvidence, unlinkEvidence };
