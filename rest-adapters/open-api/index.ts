export { type DocumentedService, describeServices, type OpenApiDocument } from './build.js';
