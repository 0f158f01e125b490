export { chooseInstance, described } from './choose.js';
export { databaseOf, type NamedDatabase } from './database-name.js';
export { addInstanceOptions, type InstanceOptions, instanceOptions } from './instance-options.js';
export {
  hasDatabase,
  type InspectedInstance,
  inspectInstance,
  noteOnOthers,
  ownSettings,
  type ResolvedInstance,
  resolveInstance,
  resolveSettings,
} from './resolve-instance.js';
export { findRunningInstances, isOfDirectory, type RunningInstance, recordInstance } from './running-instances.js';
