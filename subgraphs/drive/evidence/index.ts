import { linkEvidence, unlinkEvidence } from './service.js';

export const evidenceOperations = { linkEvidence, unlinkEvidence };
