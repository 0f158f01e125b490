export { alertAccess } from './call-guard.js';
export { type RemoteDownloads, remoteDownloads } from './remote-downloads.js';
export { remoteSubgraph, subgraphUrl } from './remote-subgraph.js';
export { type AlertAccess, createCallSigner, type SignCall } from './signed-call.js';
export {
  type ServedSubgraph,
  type SubgraphServerOptions,
  startSubgraphServer,
} from './subgraph-server.js';
