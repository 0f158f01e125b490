import { evidenceOfAlertGroups, evidenceOfAlerts, evidenceOfItems, linkEvidence, unlinkEvidence } from './service.js';

export const evidenceVerbs = {
  linkEvidence,
  unlinkEvidence,
  evidenceOfAlerts,
  evidenceOfAlertGroups,
  evidenceOfItems,
};
