export { type ForeignGatewayOptions, startForeignGateway } from './foreign-gateway.js';
export { SupergraphError } from './foreign-supergraph.js';
