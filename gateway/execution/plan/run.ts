import type { GraphQLError } from 'graphql';
import type { DataSource, ExecutionContext } from '../data-source.js';
import type { JsonObject } from './merge.js';

/** One execution of a plan. Fetches write into `merged` and `errors`. */
export interface PlanRun {
  readonly context: ExecutionContext;
  /** As the client sent them. */
  readonly rawVariables: Readonly<Record<string, unknown>>;
  /** Coerced, with defaults. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: GraphQLError[];
  readonly kept: Map<DataSource, object>;
  /** Objects that a subgraph gave nothing for: either it does not have them, or errors say why. */
  readonly unanswered: WeakMap<object, 'unknown' | 'failed'>;
  /** The same of the merged data itself, which the first fetch replaces. */
  isRootUnanswered: boolean;
  merged: JsonObject;
}
