import type { FetchDataRewrite } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import { ownValue } from '../compiled/source-text.js';
import { isJsonObject, type JsonObject, setOwnProperty } from './merge.js';
import { compileTypeTest } from './type-test.js';

/** Changes a value in place: a representation before it is sent, or a result before it is merged. */
export type Rewrite = (value: unknown) => void;

const fragmentPrefix = '... on ';

/** Compiles the planner's rewrites to one function; undefined if there are none. */
export function compileRewrites(
  supergraph: GraphQLSchema,
  rewrites: readonly FetchDataRewrite[] | undefined,
): Rewrite | undefined {
  if (rewrites === undefined || rewrites.length === 0) return undefined;
  const compiled = rewrites.map((rewrite) => compileRewrite(supergraph, rewrite));
  return (value) => {
    for (const rewrite of compiled) rewrite(value);
  };
}

/** Returns the path that a value of a result has after the result is rewritten. */
export type RewritePath = (path: readonly (string | number)[]) => readonly (string | number)[];

/** Compiles the effect of the planner's rewrites on paths of errors; undefined if they rename nothing. */
export function compilePathRewrites(rewrites: readonly FetchDataRewrite[] | undefined): RewritePath | undefined {
  const names = new Map<string, string>();
  for (const rewrite of rewrites ?? []) {
    if (rewrite.kind !== 'KeyRenamer') continue;
    names.set(pathKey(rewrite.path.filter((step) => !step.startsWith(fragmentPrefix))), rewrite.renameKeyTo);
  }
  if (names.size === 0) return undefined;
  return (path) =>
    path.map((step, index) =>
      typeof step === 'number' ? step : (names.get(pathKey(path.slice(0, index + 1))) ?? step),
    );
}

/** Identifies a path without its list indexes. */
function pathKey(path: readonly (string | number)[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function compileRewrite(supergraph: GraphQLSchema, rewrite: FetchDataRewrite): Rewrite {
  const last = rewrite.path.at(-1);
  if (last === undefined) return () => {};
  let change = forEachObject((object) => changeKey(object, last, rewrite));
  for (const step of rewrite.path.slice(0, -1).reverse()) change = compileStep(supergraph, step, change);
  return change;
}

function compileStep(supergraph: GraphQLSchema, step: string, next: Rewrite): Rewrite {
  if (!step.startsWith(fragmentPrefix)) return forEachObject((object) => next(ownValue(object, step)));
  const isOfType = compileTypeTest(supergraph, step.slice(fragmentPrefix.length));
  // An object of unknown type is treated as a match.
  return forEachObject((object) => {
    if (!object.__typename || isOfType(object.__typename)) next(object);
  });
}

function forEachObject(change: (object: JsonObject) => void): Rewrite {
  return function visit(value) {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isJsonObject(value)) change(value);
  };
}

function changeKey(object: JsonObject, key: string, rewrite: FetchDataRewrite): void {
  if (rewrite.kind === 'ValueSetter') {
    setOwnProperty(object, key, rewrite.setValueTo);
    return;
  }
  const value = ownValue(object, key);
  if (value === undefined) return;
  setOwnProperty(object, rewrite.renameKeyTo, value);
  setOwnProperty(object, key, undefined);
}
