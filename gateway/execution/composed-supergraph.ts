import type { Supergraph } from '@apollo/federation-internals';
import { type GraphQLSchema, parse } from 'graphql';
import { withDefer } from './deferral/defer-directive.js';
import { resolvableKeysFirst } from './planning/key-order.js';
import { Planning } from './planning/planning.js';
import { readSupergraph, validatedSchema, withAllAccessible } from './planning/query-plans.js';

/** The parts that depend only on the text of a supergraph. */
interface ComposedSupergraph {
  readonly supergraphSdl: string;
  /** With everything accessible. */
  readonly supergraph: Supergraph;
  readonly planning: Planning;
  readonly published: GraphQLSchema;
  readonly internal: GraphQLSchema;
}

/** The latest supergraph, for graphs that are built after each other in a process: reading it takes half a second. */
let latest: ComposedSupergraph | undefined;

/** @param supergraphSdl is not validated, because composition has validated it */
export function readComposed(supergraphSdl: string): ComposedSupergraph {
  if (latest?.supergraphSdl === supergraphSdl) return latest;
  // The planner requires this order, so one supergraph serves for everything.
  const ordered = resolvableKeysFirst(parse(supergraphSdl, { noLocation: true }));
  const supergraph = readSupergraph(ordered, { assumeValid: true });
  const accessible = withAllAccessible(supergraph);
  const planning = new Planning(supergraph, ordered, accessible);
  const schemaOf = (visible: Supergraph) => withDefer(validatedSchema(visible.apiSchema()));
  latest = {
    supergraphSdl,
    supergraph: accessible,
    planning,
    published: schemaOf(supergraph),
    internal: schemaOf(accessible),
  };
  return latest;
}
