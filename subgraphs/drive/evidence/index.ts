import { linkEvidence, unlinkEvidence } from './service.js';

export { evidenceJob } from './removal.js';

export const evidenceOperations = { linkEvidence, unlinkEvidence };
