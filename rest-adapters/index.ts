export {
  listeningServices,
  loadServices,
  openApiText,
  restAdapters,
  trustedDocuments,
} from './services.js';
