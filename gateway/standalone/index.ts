export { SharedCounts } from '../server/index.js';
export type { UnauthorizedMode } from './authorization/authorized-operation.js';
export { type AuthenticationSettings, type ProxySettings, proxyTest } from './clients/authentication.js';
export type { JwtSettings } from './clients/json-web-tokens.js';
export { type HeaderRule, headerRuleProblem } from './clients/response-headers.js';
export { SupergraphError } from './graph/http-supergraph.js';
export { type GatewayFile, readGatewayFile } from './settings/gateway-file.js';
export { forwardHeaderProblem, originProblem } from './settings/sections.js';
export { subgraphsSettings } from './settings/subgraph-settings.js';
export { fileSource } from './sources/file-source.js';
export { fixedSource, type SupergraphSource } from './sources/supergraph-source.js';
export { type UrlSourceOptions, urlSource } from './sources/url-source.js';
export {
  type CorsSettings,
  type StandaloneGateway,
  type StandaloneGatewayOptions,
  startStandaloneGateway,
} from './standalone-gateway.js';
export { defaultSubgraphSettings, type SubgraphSettings, type SubgraphsSettings } from './subgraphs/settings.js';
