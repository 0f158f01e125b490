export { listExports } from './lists/index.js';
export {
  listeningServices,
  loadServices,
  openApiText,
  restAdapters,
  trustedDocuments,
} from './services.js';
