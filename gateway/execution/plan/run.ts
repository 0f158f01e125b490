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
  merged: JsonObject;
}
