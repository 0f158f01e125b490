export { type BatchLoader, createBatchLoader } from './batch-loader.js';
export { GraphQLBigInt } from './big-int.js';
export {
  defineSubgraphSchema,
  type ReferenceResolver,
  rootDescriptions,
  type SubgraphSchema,
  type SubgraphSchemaOptions,
} from './build-schema.js';
export { connectionType } from './connection-type.js';
export { defineSubgraph } from './define-subgraph.js';
export type { Loaders } from './loaders.js';
export { keyOfNodeId, Node, nodeId, typeOfNodeId } from './node.js';
export { PageInfo } from './page-info.js';
export { readBySelection, type Selection, selectedFields } from './selection.js';
