export { describeInstance } from './choose.js';
export { databaseOf } from './database-name.js';
export { instanceOptions } from './instance-options.js';

export {
  hasDatabase,
  inspectInstance,
  noteOtherInstance,
  ownSettings,
  resolveInstance,
  resolveSettings,
} from './resolve-instance.js';
export { findRunningInstances, type RunningInstance, recordInstance, usesDataDirectory } from './running-instances.js';
