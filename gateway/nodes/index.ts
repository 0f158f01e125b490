export { createNodesSubgraph, type NodesOptions } from './subgraph.js';
export { nodesName, ownersOfNodes, withNodes } from './type-defs.js';
