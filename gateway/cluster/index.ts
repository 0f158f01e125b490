export { alertAccess } from './call-guard.js';
export { type RemoteDownloads, remoteDownloads } from './remote-downloads.js';
export { remoteSubgraph, subgraphUrl } from './remote-subgraph.js';
export { createCallSigner, type SignCall } from './signed-call.js';
export { startSubgraphServer } from './subgraph-server.js';
