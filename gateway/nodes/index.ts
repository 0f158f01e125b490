export { createNodesSubgraph } from './subgraph.js';
export { nodesName, ownersOfNodes, withNodes } from './type-defs.js';
