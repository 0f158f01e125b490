export { type BatchLoader, createBatchLoader } from './batch-loader.js';
export {
  defineSubgraphSchema,
  type ReferenceResolver,
  type SubgraphSchema,
  type SubgraphSchemaOptions,
} from './build-schema.js';
export { createLoaders, type Loaders } from './loaders.js';
export { PageInfo } from './page-info.js';
export { readBySelection, type Selection, selectedFields } from './selection.js';
