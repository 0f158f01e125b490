import { linkEvidence, unlinkEvidence } from './service.js';

export { evidenceJob } from './service-removal.js';

export const evidenceOperations = { linkEvidence, unlinkEvidence };
