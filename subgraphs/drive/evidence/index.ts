import { linkEvidence, unlinkEvidence } from './service.js';

export const evidenceVerbs = { linkEvidence, unlinkEvidence };
