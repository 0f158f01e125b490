import { changeMassChange, effectsOf, filesOf, listMassChanges, massChangesByIds } from './service/mass-changes.js';

export { lockPostponedSite, selectPostponedSites } from './repository/examined-changes.js';
export { deleteMassChanges, hasActiveMassChange } from './repository/mass-changes.js';
export { type Examination, examineSite } from './service/examine-site.js';
export { readMassChangeCounts, readOpenMassChanges } from './service/guard-state.js';
export type { MassChangeRow as MassChangeRecord } from './service/mass-changes.js';
export { alertJobs as guardJobs, requestAlerts } from './service/open-alerts.js';
export { MassChangeState } from './vocabulary.js';

export const guardOperations = {
  changeMassChange,
  listMassChanges,
  massChangesByIds,
  massChangeEffects: effectsOf,
  massChangeFiles: filesOf,
};
