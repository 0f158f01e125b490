import type { FetchNode, QueryPlan } from '@apollo/query-planner';
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { SelectedOperation } from '../operation.js';
import { readSubgraphNames } from './field-requirements.js';
import { argumentOf, directivesOf } from './join-directives.js';

/** Finds operations that one subgraph of a supergraph can execute alone. */
export class SoleSubgraphs {
  readonly #schemas: Pick<ReadonlyMap<string, GraphQLSchema>, 'get'>;
  /**
   * Names of the subgraphs that resolve each root field, keyed by operation type and field name, such as `query node`.
   */
  readonly #owners = new Map<string, readonly string[]>();
  /** Fields that a subgraph cannot always resolve alone, as `Type.field`, by subgraph. */
  readonly #dependent = new Map<string, Set<string>>();

  /** @param schemas the subgraphs' parts of the supergraph as schemas, by subgraph name */
  constructor(supergraph: DocumentNode, schemas: Pick<ReadonlyMap<string, GraphQLSchema>, 'get'>) {
    this.#schemas = schemas;
    const names = readSubgraphNames(supergraph);
    const roots = rootTypes(supergraph);
    for (const type of supergraph.definitions) {
      if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
      const ofType = subgraphsOf(directivesOf(type, 'join__type'), names);
      const operation = roots.get(type.name.value);
      for (const field of type.fields ?? []) {
        this.#addDependent(`${type.name.value}.${field.name.value}`, field, names);
        if (operation === undefined) continue;
        const applications = directivesOf(field, 'join__field');
        const owners = applications.length === 0 ? ofType : subgraphsOf(applications, names);
        this.#owners.set(`${operation} ${field.name.value}`, owners);
      }
    }
  }

  /**
   * The subgraph that can execute an operation alone: the only one that resolves its root fields, if it can also
   * resolve all fields below them. Undefined if other subgraphs may be required. Subscriptions with abstract types are
   * always planned, because completing their events requires type names, which only the planner adds.
   */
  find({ operation, fragments, document }: SelectedOperation): string | undefined {
    const names = rootFields(operation.selectionSet, fragments);
    const owners = names.map((name) => this.#owners.get(`${operation.operation} ${name}`) ?? []);
    const owner = owners[0]?.[0];
    if (owner === undefined || !owners.every(([first, ...others]) => first === owner && others.length === 0)) {
      return undefined;
    }
    const allowsAbstract = operation.operation !== OperationTypeNode.SUBSCRIPTION;
    return this.#resolvesAlone(owner, document, allowsAbstract) ? owner : undefined;
  }

  #addDependent(path: string, field: FieldDefinitionNode, names: ReadonlyMap<string, string>): void {
    for (const application of directivesOf(field, 'join__field').filter(isDependent)) {
      for (const name of subgraphsOf([application], names)) {
        const fields = this.#dependent.get(name) ?? new Set();
        this.#dependent.set(name, fields.add(path));
      }
    }
  }

  #resolvesAlone(subgraph: string, document: DocumentNode, allowsAbstract: boolean): boolean {
    const schema = this.#schemas.get(subgraph);
    if (schema === undefined) return false;
    const dependent = this.#dependent.get(subgraph) ?? new Set();
    const info = new TypeInfo(schema);
    let isAlone = true;
    const Field = ({ name }: FieldNode): void => {
      const parent = info.getParentType();
      const types = isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
      if (types.some((type) => dependent.has(`${type?.name}.${name.value}`))) isAlone = false;
      if (!allowsAbstract && isAbstractType(getNamedType(info.getType()))) isAlone = false;
    };
    visit(document, visitWithTypeInfo(info, { Field }));
    return isAlone;
  }
}

/** Creates the fetch of an operation that one subgraph executes alone. @param text the operation as text */
export function soleFetch(subgraph: string, operation: OperationDefinitionNode, text: string): FetchNode {
  return {
    ...{ kind: 'Fetch', serviceName: subgraph, operation: text, operationName: operation.name?.value },
    operationKind: operation.operation,
    variableUsages: operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [],
  };
}

/** A plan that consists of only this fetch. */
export function planOf(fetch: FetchNode): QueryPlan {
  const isEvent = fetch.operationKind === OperationTypeNode.SUBSCRIPTION;
  return { kind: 'QueryPlan', node: isEvent ? { kind: 'Subscription', primary: fetch } : fetch };
}

/**
 * Whether a `@join__field` means that the subgraph needs other subgraphs for the field, or is not the only one that
 * resolves it.
 */
function isDependent(application: DirectiveNode): boolean {
  const names = ['external', 'requires', 'overrideLabel', 'usedOverridden', 'contextArguments'];
  return names.some((name) => argumentOf(application, name) !== undefined);
}

function subgraphsOf(applications: readonly DirectiveNode[], names: ReadonlyMap<string, string>): string[] {
  return [...new Set(applications.flatMap((each) => names.get(argumentOf(each, 'graph') ?? '') ?? []))];
}

/** Operation types by the name of their root type. */
function rootTypes({ definitions }: DocumentNode): ReadonlyMap<string, OperationTypeNode> {
  const types = definitions.flatMap((node) => (node.kind === Kind.SCHEMA_DEFINITION ? node.operationTypes : []));
  return new Map(types.map(({ type, operation }) => [type.name.value, operation]));
}

/** The names of the fields that an operation selects at its root. */
function rootFields(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node.name.value];
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
    return fragment === undefined ? [] : rootFields(fragment.selectionSet, fragments);
  });
}
