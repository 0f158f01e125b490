export { issueMachineFile, type MachineFileDependencies } from './service.js';
