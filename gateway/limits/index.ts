import type { ValidationRule } from 'graphql';
import type { CostModel } from './cost-model.js';
import { maxAliasesRule } from './max-aliases.js';
import { maxDeferredRule } from './max-deferred.js';
import { maxDepthRule } from './max-depth.js';
import { maxDirectivesRule } from './max-directives.js';
import { maxNestingRule } from './max-nesting.js';
import { maxOperationsRule } from './max-operations.js';
import { maxRootFieldsRule } from './max-root-fields.js';
import { maxSelectionsRule } from './max-selections.js';
import { oneSlicingArgumentRule } from './one-slicing-argument.js';

export { type CostModel, readCostModel } from './cost-model.js';
export { withoutSuggestion } from './introspection.js';
export { exceededJsonLimit } from './json-limits.js';
export { type CostFunction, compileCost } from './operation-cost.js';

/** Limits of a document and of each of its operations, in the shape of the `[graphql]` settings. */
export interface OperationLimits {
  readonly maxTokens: number;
  readonly maxOperations: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxDirectives: number;
  readonly maxRootFields: number;
  readonly maxCost: number;
}

/**
 * Validation rules that limit the shape of a document. They run before the standard rules, some of which take
 * superlinear time.
 */
export function limitRules(limits: OperationLimits, model: CostModel): ValidationRule[] {
  return [
    maxOperationsRule(limits.maxOperations),
    maxNestingRule,
    maxSelectionsRule(limits.maxTokens),
    maxDepthRule(limits.maxDepth),
    maxAliasesRule(limits.maxAliases),
    maxDirectivesRule(limits.maxDirectives),
    maxDeferredRule,
    maxRootFieldsRule(limits.maxRootFields),
    oneSlicingArgumentRule(model),
  ];
}
