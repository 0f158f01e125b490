import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { EventSubscription, EventType } from '../../platform/events/index.js';

/** A type of event that the graph sends. */
export interface SubscribedEventType extends EventType {
  readonly subscription: EventSubscription;
}

/** A subscription as a query: it reads the entities of many events at once, each as the subscription selects it. */
export interface SubscriptionQuery {
  readonly document: DocumentNode;
  readonly eventType: SubscribedEventType;
  /** Name of the field in results. */
  readonly responseName: string;
  /** Name of the variable with the ids of entities. */
  readonly idsVariable: string;
}

/**
 * Turns a valid subscription into a query, in which the field of `Query` that the type of its events names is in place of the field of
 * `Subscription`.
 * @param document the operation with its fragments, nothing else
 * @returns undefined for a field that no type of event sends
 */
export function subscriptionQuery(options: {
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
  readonly eventTypes: readonly EventType[];
}): SubscriptionQuery | undefined {
  const { document, schema, eventTypes } = options;
  const [subscriptionType, queryType] = [schema.getSubscriptionType(), schema.getQueryType()];
  if (!subscriptionType || !queryType) return undefined;
  const idsVariable = unusedName(document);
  let field: FieldNode | undefined;
  let eventType: SubscribedEventType | undefined;
  const typeInfo = new TypeInfo(schema);
  const onQuery = (condition: NamedTypeNode | undefined): NamedTypeNode | undefined =>
    condition?.name.value === subscriptionType.name ? { ...condition, name: named(queryType.name) } : condition;
  // Nodes are replaced when they are left: until then, the types are those of the subscription.
  const query: DocumentNode = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: {
        leave(node) {
          if (typeInfo.getParentType() !== subscriptionType) return undefined;
          field = node;
          eventType = eventTypes.find((type) => isSentBy(type, node.name.value));
          return eventType && asQueryField(node, { name: eventType.subscription.entities, idsVariable });
        },
      },
      InlineFragment: { leave: (node) => ({ ...node, typeCondition: onQuery(node.typeCondition) }) },
      FragmentDefinition: {
        leave: (node) => ({ ...node, typeCondition: onQuery(node.typeCondition) ?? node.typeCondition }),
      },
      OperationDefinition: { leave: (node) => asQuery(node, idsVariable) },
    }),
  );
  if (field === undefined || eventType === undefined) return undefined;
  return { document: query, eventType, responseName: (field.alias ?? field.name).value, idsVariable };
}

function isSentBy(type: EventType, field: string): type is SubscribedEventType {
  return type.subscription?.field === field;
}

function asQueryField(node: FieldNode, { name, idsVariable }: { name: string; idsVariable: string }): FieldNode {
  const ids = {
    kind: Kind.ARGUMENT,
    name: named('ids'),
    value: { kind: Kind.VARIABLE, name: named(idsVariable) },
  } as const;
  return { ...node, alias: node.alias ?? node.name, name: named(name), arguments: [...(node.arguments ?? []), ids] };
}

function asQuery(operation: OperationDefinitionNode, idsVariable: string): OperationDefinitionNode {
  const id = { kind: Kind.NAMED_TYPE, name: named('ID') } as const;
  const ids: VariableDefinitionNode = {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: named(idsVariable) },
    type: {
      kind: Kind.NON_NULL_TYPE,
      type: { kind: Kind.LIST_TYPE, type: { kind: Kind.NON_NULL_TYPE, type: id } },
    },
  };
  const variableDefinitions = [...(operation.variableDefinitions ?? []), ids];
  return { ...operation, operation: OperationTypeNode.QUERY, variableDefinitions };
}

function named(value: string): NameNode {
  return { kind: Kind.NAME, value };
}

/** A name that no variable of the document has. */
function unusedName(document: DocumentNode): string {
  const names = new Set<string>();
  visit(document, { Variable: ({ name }) => void names.add(name.value) });
  let name = 'ids';
  while (names.has(name)) name += '_';
  return name;
}
