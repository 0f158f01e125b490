export { keyOfNodeId, nodeId, typeOfNodeId } from '../node-id.js';
export { After, First, Input } from './arguments.js';
export { GraphQLBigInt } from './big-int.js';
export {
  defineSubgraphSchema,
  rootDescriptions,
} from './build-schema.js';
export { connectionType, pageListSize } from './connection-type.js';
export { defineSubgraph } from './define-subgraph.js';
export { enumType } from './enum-type.js';
export { executableSchema } from './executable-schema.js';
export type { Loaders } from './loaders.js';
export { Node } from './node.js';

export {
  appendPermission,
  permissionDefinition,
  permissionLink,
  printPermissionDirective,
} from './requires.js';
export { PermittedMutation, PermittedQuery, PermittedSubscription } from './root-fields.js';
export { memoizeBySelection, type Selection, selectedFields } from './selection.js';
export { rejectSubscription } from './sent-by-gateway.js';
export { AuditInterface, OperatorRole } from './shared-enums.js';
