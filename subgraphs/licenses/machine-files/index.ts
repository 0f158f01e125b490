export { issueMachineFile } from './service.js';
