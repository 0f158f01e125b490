import type { FieldNode, GraphQLField, GraphQLInputType, ValueNode } from 'graphql';
import { getNamedType, isInputObjectType, Kind, valueFromASTUntyped } from 'graphql';
import { hasVariable } from '../execution/index.js';
import type { CostModel, FieldCost } from './cost-model.js';

export type VariableValues = Readonly<Record<string, unknown>>;

/** Returns the value of an argument for the variables of a request. */
export interface ValueReader {
  (variables: VariableValues): unknown;
  /** Whether the value is the same for all requests, because it does not depend on variables. */
  readonly constant: boolean;
}

type VariableDefaults = ReadonlyMap<string, ValueNode>;

/** Creates a reader for an argument of a field, or for a nested input field such as `input.first`. */
export function valueReader(options: {
  path: string;
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  defaults: VariableDefaults;
}): ValueReader {
  const [name, ...inner] = options.path.split('.');
  const argumentNode = options.node.arguments?.find((argument) => argument.name.value === name)?.value;
  const standard = options.field.args.find((argument) => argument.name === name)?.defaultValue;
  if (argumentNode === undefined) return createReader(() => innerValue(standard, inner), true);
  const constant = !hasVariable(argumentNode);
  if (constant) {
    const value = innerValue(valueFromASTUntyped(argumentNode), inner);
    return createReader(() => value, true);
  }
  return createReader((variables) => {
    const value = resolveValue(argumentNode, variables, options.defaults);
    return innerValue(value === undefined ? standard : value, inner);
  }, false);
}

/** Compiles the cost of a field's arguments: the weights of the arguments and input fields that are present. */
export function compileArgumentCost(options: {
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  declared: FieldCost | undefined;
  model: CostModel;
  defaults: VariableDefaults;
}): { fixed: number; variable?: (variables: VariableValues) => number } {
  const { declared, model, defaults } = options;
  if (model.inputFields.size === 0 && (declared === undefined || declared.argumentWeights.size === 0))
    return { fixed: 0 };
  let fixed = 0;
  const variable: ((variables: VariableValues) => number)[] = [];
  for (const argument of options.node.arguments ?? []) {
    const definition = options.field.args.find((candidate) => candidate.name === argument.name.value);
    if (definition === undefined) continue;
    fixed += declared?.argumentWeights.get(argument.name.value) ?? 0;
    const cost = (variables: VariableValues) =>
      inputCost({ value: resolveValue(argument.value, variables, defaults), type: definition.type, model });
    if (hasVariable(argument.value)) variable.push(cost);
    else fixed += cost({});
  }
  return variable.length === 0
    ? { fixed }
    : { fixed, variable: (variables) => variable.reduce((sum, part) => sum + part(variables), 0) };
}

function inputCost(options: { value: unknown; type: GraphQLInputType; model: CostModel }): number {
  const { value, model } = options;
  const type = getNamedType(options.type);
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item: unknown) => sum + inputCost({ value: item, type, model }), 0);
  }
  const fields = type.getFields();
  return Object.entries(value).reduce((sum, [name, inner]) => {
    const field = fields[name];
    if (field === undefined) return sum;
    const weight = model.inputFields.get(`${type.name}.${name}`) ?? 0;
    return sum + weight + inputCost({ value: inner, type: field.type, model });
  }, 0);
}

function createReader(readValue: (variables: VariableValues) => unknown, constant: boolean): ValueReader {
  return Object.assign(readValue, { constant });
}

function innerValue(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name] // Checked above to be an object.
        : undefined,
    value,
  );
}

function resolveValue(node: ValueNode, variables: VariableValues, defaults: VariableDefaults): unknown {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const name = node.name.value;
      if (Object.hasOwn(variables, name)) return variables[name];
      const standard = defaults.get(name);
      return standard === undefined ? undefined : valueFromASTUntyped(standard);
    }
    case Kind.LIST:
      return node.values.map((item) => resolveValue(item, variables, defaults));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, resolveValue(field.value, variables, defaults)]),
      );
    default:
      return valueFromASTUntyped(node);
  }
}
