import type {
  ConstDirectiveNode,
  ConstValueNode,
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
} from 'graphql';
import { Kind, parse } from 'graphql';

/** The size of a list, as declared with `@listSize`. */
export interface ListSize {
  readonly assumedSize: number | undefined;
  /** Arguments that set the requested size; `input.first` refers to a field of an input object. */
  readonly slicingArguments: readonly string[];
  /** Fields of the returned object to which the size applies, instead of to the field itself. */
  readonly sizedFields: readonly string[];
  /** Whether a query must set exactly one of the slicing arguments; the directive's default is true. */
  readonly requiresOneSlicingArgument: boolean;
}

export interface FieldCost {
  /** Weight in the field's own `@cost`; undefined: the cost of the field's type applies. */
  readonly weight: number | undefined;
  readonly listSize: ListSize | undefined;
  readonly argumentWeights: ReadonlyMap<string, number>;
}

/** The costs that the schema declares. Elements without cost directives have default costs. */
export interface CostModel {
  /** Costs of fields, keyed by `Type.field`. */
  readonly fields: ReadonlyMap<string, FieldCost>;
  readonly types: ReadonlyMap<string, number>;
  /** Weights of input fields, keyed by `Input.field`. */
  readonly inputFields: ReadonlyMap<string, number>;
}

/** Names of the cost directives in the supergraph, which can rename them. */
interface DirectiveNames {
  cost: string;
  listSize: string;
}

/** The most recently read cost model, for servers that are started one after the other in the same process. */
let latest: { readonly supergraphSdl: string; readonly model: CostModel } | undefined;

/**
 * Reads `@cost` and `@listSize` (https://specs.apollo.dev/cost/v0.1) from a supergraph. They are not part of the API
 * schema.
 */
export function readCostModel(supergraphSdl: string): CostModel {
  if (latest?.supergraphSdl !== supergraphSdl) latest = { supergraphSdl, model: read(supergraphSdl) };
  return latest.model;
}

function read(supergraphSdl: string): CostModel {
  const document = parse(supergraphSdl, { noLocation: true });
  const names = directiveNames(document);
  const model = { fields: new Map(), types: new Map(), inputFields: new Map() };
  for (const definition of document.definitions) readDefinition(definition, names, model);
  return model;
}

type MutableModel = { fields: Map<string, FieldCost>; types: Map<string, number>; inputFields: Map<string, number> };

function readDefinition(definition: DefinitionNode, names: DirectiveNames, model: MutableModel): void {
  switch (definition.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      for (const field of definition.fields ?? []) {
        const cost = readField(field, names);
        if (cost !== undefined) model.fields.set(`${definition.name.value}.${field.name.value}`, cost);
      }
      break;
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      for (const field of definition.fields ?? []) {
        const weight = weightOf(field.directives, names);
        if (weight !== undefined) model.inputFields.set(`${definition.name.value}.${field.name.value}`, weight);
      }
      break;
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_DEFINITION:
      break;
    default:
      return;
  }
  const weight = weightOf(definition.directives, names);
  if (weight !== undefined) model.types.set(definition.name.value, weight);
}

function readField(field: FieldDefinitionNode, names: DirectiveNames): FieldCost | undefined {
  const argumentWeights = readArguments(field.arguments ?? [], names);
  const weight = weightOf(field.directives, names);
  const listSize = readListSize(field.directives?.find((directive) => directive.name.value === names.listSize));
  if (weight === undefined && listSize === undefined && argumentWeights.size === 0) return undefined;
  return { weight, listSize, argumentWeights };
}

function readArguments(definitions: readonly InputValueDefinitionNode[], names: DirectiveNames): Map<string, number> {
  const weights = new Map<string, number>();
  for (const argument of definitions) {
    const weight = weightOf(argument.directives, names);
    if (weight !== undefined) weights.set(argument.name.value, weight);
  }
  return weights;
}

function weightOf(directives: readonly ConstDirectiveNode[] | undefined, names: DirectiveNames): number | undefined {
  const directive = directives?.find((candidate) => candidate.name.value === names.cost);
  return directive === undefined ? undefined : numberOf(argumentOf(directive, 'weight'));
}

function readListSize(directive: ConstDirectiveNode | undefined): ListSize | undefined {
  if (directive === undefined) return undefined;
  return {
    assumedSize: numberOf(argumentOf(directive, 'assumedSize')),
    slicingArguments: stringsOf(argumentOf(directive, 'slicingArguments')),
    sizedFields: stringsOf(argumentOf(directive, 'sizedFields')),
    requiresOneSlicingArgument: !isFalse(argumentOf(directive, 'requireOneSlicingArgument')),
  };
}

function argumentOf(directive: ConstDirectiveNode, name: string): ConstValueNode | undefined {
  return directive.arguments?.find((argument) => argument.name.value === name)?.value;
}

function isFalse(value: ConstValueNode | undefined): boolean {
  return value?.kind === Kind.BOOLEAN && !value.value;
}

function numberOf(value: ConstValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

function stringsOf(value: ConstValueNode | undefined): string[] {
  if (value?.kind === Kind.STRING) return [value.value];
  if (value?.kind !== Kind.LIST) return [];
  return value.values.flatMap((item) => (item.kind === Kind.STRING ? [item.value] : []));
}

/**
 * Reads the names of the cost directives, which a `@link` can import under other names.
 */
function directiveNames(document: DocumentNode): DirectiveNames {
  const names = { cost: 'cost', listSize: 'listSize' };
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.SCHEMA_DEFINITION) continue;
    for (const directive of definition.directives ?? []) {
      const url = argumentOf(directive, 'url');
      if (directive.name.value !== 'link' || url?.kind !== Kind.STRING || !url.value.includes('/cost/v')) continue;
      readImports(argumentOf(directive, 'import'), names);
    }
  }
  return names;
}

function readImports(imports: ConstValueNode | undefined, names: DirectiveNames): void {
  if (imports?.kind !== Kind.LIST) return;
  for (const item of imports.values) {
    if (item.kind !== Kind.OBJECT) continue;
    const text = (name: string) => {
      const value = item.fields.find((field) => field.name.value === name)?.value;
      return value?.kind === Kind.STRING ? value.value.replace('@', '') : undefined;
    };
    const name = text('name');
    const alias = text('as');
    if (alias !== undefined && (name === 'cost' || name === 'listSize')) names[name] = alias;
  }
}
