import {
  type DocumentNode,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  validate,
  valueFromAST,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { coerceVariables } from '../coerce-variables.js';
import type { FetchResult, SubgraphError } from '../data-source.js';
import { withCode } from '../errors.js';
import { hasVariable } from '../has-variable.js';
import { maxVariants } from '../operation-variants.js';
import { type CoercePlain, compilePlainCoercion } from '../plain-variables.js';
import { conditionVariables } from '../selection.js';
import { type HoistedArgument, prepareForCompiler } from './compilable-document.js';
import { createResultConverter } from './compiled-result.js';
import { isPromise, type MaybePromise } from './promises.js';

/** Executes a fetch document with raw variables and the subgraph's context value. */
export type RunFetch = (
  variables: Readonly<Record<string, unknown>>,
  contextValue: object,
) => MaybePromise<FetchResult>;

export interface FetchSchemas {
  /** The subgraph's schema: used for validation, coercion and the interpreter. */
  readonly original: GraphQLSchema;
  /** The copy of the schema for compiled queries (see `hardenSchema`); undefined if the schema cannot be compiled. */
  readonly hardened: GraphQLSchema | undefined;
}

/**
 * Prepares a document: validates it, and compiles it if the compiled code returns the same result as the interpreter.
 */
export function compileFetch(schemas: FetchSchemas, document: DocumentNode): RunFetch {
  // Plans are valid by construction, but aliases of a client and keys of the planner may conflict.
  const problems = validate(schemas.original, document);
  if (problems.length > 0) {
    const errors = problems.map((problem) => withCode(problem, 'GRAPHQL_VALIDATION_FAILED'));
    return () => ({ errors });
  }
  const interpret = createInterpreter(schemas.original, document);
  return schemas.hardened === undefined
    ? interpret
    : new CompiledVariants({ original: schemas.original, hardened: schemas.hardened, document, interpret }).run;
}

interface VariantsOptions {
  readonly original: GraphQLSchema;
  readonly hardened: GraphQLSchema;
  readonly document: DocumentNode;
  readonly interpret: RunFetch;
}

/** Runs compiled code with coerced variables; undefined if the interpreter must execute the operation instead. */
type RunVariant = (coerced: Record<string, unknown>, contextValue: object) => MaybePromise<FetchResult> | undefined;

/** The compiled variants of a document, one for each combination of its conditions. */
class CompiledVariants {
  readonly #options: VariantsOptions;
  readonly #definitions: readonly VariableDefinitionNode[];
  readonly #conditions: readonly string[];
  readonly #coercePlain: CoercePlain;
  readonly #variants = new LRUCache<string, RunVariant>({ max: maxVariants });

  constructor(options: VariantsOptions) {
    this.#options = options;
    this.#definitions = variableDefinitionsOf(options.document);
    this.#conditions = conditionVariables(options.document);
    this.#coercePlain = compilePlainCoercion(this.#definitions);
  }

  readonly run: RunFetch = (variables, contextValue) => {
    const { original, interpret } = this.#options;
    const plain = this.#coercePlain(variables);
    const { coerced, errors } =
      plain === undefined ? coerceVariables(original, this.#definitions, variables) : { coerced: plain };
    if (errors) return { errors };
    // The interpreter returns better errors for invalid conditions and arguments.
    if (!this.#conditions.every((name) => typeof coerced[name] === 'boolean'))
      return interpret(variables, contextValue);
    return this.#compiledVariantFor(coerced)(coerced, contextValue) ?? interpret(variables, contextValue);
  };

  #compiledVariantFor(coerced: Record<string, unknown>): RunVariant {
    const key = this.#conditions.map((name) => (coerced[name] === true ? '+' : '-')).join('');
    let variant = this.#variants.get(key);
    if (variant === undefined) {
      const conditions = Object.fromEntries(this.#conditions.map((name) => [name, coerced[name]]));
      variant = compileVariant(this.#options, conditions) ?? (() => undefined);
      this.#variants.set(key, variant);
    }
    return variant;
  }
}

function compileVariant(
  options: VariantsOptions,
  conditions: Readonly<Record<string, unknown>>,
): RunVariant | undefined {
  const prepared = prepareForCompiler(options.original, options.document, conditions);
  if (prepared === undefined) return undefined;
  const steps: RunStep[] = [];
  for (const operation of prepared.steps) {
    const step = compileStep(options, operation);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const [onlyStep] = steps;
  const run = steps.length === 1 && onlyStep !== undefined ? onlyStep : runInSeries(steps);
  const { constants, computed } = separateConstants(prepared.hoisted);
  return (coerced, contextValue) => {
    for (const [variable, value] of constants) coerced[variable] = value;
    return addHoisted(coerced, computed) ? run(coerced, contextValue) : undefined;
  };
}

/** Separates hoisted arguments with constant values from those that are computed for each request. */
function separateConstants(hoisted: readonly HoistedArgument[]): {
  constants: readonly (readonly [variable: string, value: unknown])[];
  computed: readonly HoistedArgument[];
} {
  const constants: [string, unknown][] = [];
  const computed: HoistedArgument[] = [];
  for (const argument of hoisted) {
    const value = hasVariable(argument.value) ? undefined : valueFromAST(argument.value, argument.type);
    if (value !== undefined && freezeAll(value)) constants.push([argument.variable, value]);
    else computed.push(argument);
  }
  return { constants, computed };
}

/** Freezes lists and input objects recursively; returns false if the value contains any other kind of object. */
function freezeAll(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null) return true;
  // graphql-js creates input objects without a prototype.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== null) return false;
  Object.freeze(value);
  return Object.values(value).every(freezeAll);
}

type RunStep = (coerced: Record<string, unknown>, contextValue: object) => MaybePromise<FetchResult>;

function compileStep({ original, hardened }: VariantsOptions, operation: OperationDefinitionNode): RunStep | undefined {
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation] };
  const compilation = compileQuery(hardened, document, operation.name?.value, { disableLeafSerialization: true });
  if (!isCompiledQuery(compilation)) return undefined;
  const { query } = compilation;
  const finish = createResultConverter(original, operation);
  return (coerced, contextValue) => {
    const result = query(undefined, contextValue, coerced);
    return isPromise(result) ? result.then(finish) : finish(result);
  };
}

/** Runs the root fields of a mutation in sequence until one makes the data null. */
function runInSeries(steps: readonly RunStep[]): RunStep {
  return async (coerced, contextValue) => {
    const data: Record<string, unknown> = {};
    const errors: SubgraphError[] = [];
    for (const step of steps) {
      const result = await step(coerced, contextValue);
      errors.push(...(result.errors ?? []));
      if (!result.data) return { data: null, errors };
      Object.assign(data, result.data);
    }
    return errors.length === 0 ? { data } : { data, errors };
  };
}

/** Adds the values of hoisted arguments to the variables; false if one is invalid. */
function addHoisted(coerced: Record<string, unknown>, hoisted: readonly HoistedArgument[]): boolean {
  for (const { variable, value, type } of hoisted) {
    const computed = valueFromAST(value, type, coerced);
    if (computed === undefined) return false;
    coerced[variable] = computed;
  }
  return true;
}

function createInterpreter(schema: GraphQLSchema, document: DocumentNode): RunFetch {
  const definitions = variableDefinitionsOf(document);
  return (variables, contextValue) => {
    const { errors } = coerceVariables(schema, definitions, variables);
    if (errors) return { errors };
    // Copied, because the variables may be an object without a prototype.
    const result = execute({ schema, document, contextValue, variableValues: { ...variables } });
    return result as MaybePromise<FetchResult>; // GraphQLErrors are SubgraphErrors, whose paths have strings and numbers.
  };
}

function variableDefinitionsOf(document: DocumentNode): readonly VariableDefinitionNode[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
}
