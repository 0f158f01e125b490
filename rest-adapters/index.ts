export type { Answer } from './answer.js';
export type {
  Dialect,
  DocumentedAnswer,
  Failure,
  OwnListener,
  RawRequest,
  ReadRequest,
  RequestReader,
  RestAdapter,
} from './dialect.js';
export { type DocumentProblem, DocumentProblems, loadRoutes } from './load-routes.js';
export type { DocumentedService, OpenApiDocument } from './open-api/index.js';
export type { HttpMethod, Parameter, ParameterKind, ParameterPlace, Route } from './route.js';
export {
  buildOpenApi,
  type ListeningService,
  listeningServices,
  loadServices,
  openApiText,
  type RestOptions,
  restAdapters,
  trustedDocuments,
} from './services.js';
