export { SupergraphError } from './http-supergraph.js';
export { type StandaloneGatewayOptions, startStandaloneGateway } from './standalone-gateway.js';
