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

/** An event type that has a field of `Subscription`. */
interface SubscribedEventType extends EventType {
  readonly subscription: EventSubscription;
}

/**
 * A subscription rewritten as a query, which reads the entities of many events with the selections of the subscription.
 */
export interface SubscriptionQuery {
  readonly document: DocumentNode;
  readonly eventType: SubscribedEventType;
  /** Response name of the root field. */
  readonly responseName: string;
  /** Name of the variable that contains the entity ids. */
  readonly idsVariable: string;
}

/**
 * Rewrites a valid subscription as a query: the root field of `Subscription` becomes the field of `Query` that its
 * event type names.
 * @param document the operation and its fragments only
 * @returns undefined for a root field without an event type
 */
export function subscriptionQuery(options: {
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
  readonly eventTypes: readonly EventType[];
}): SubscriptionQuery | undefined {
  const { document, schema, eventTypes } = options;
  const [subscriptionType, queryType] = [schema.getSubscriptionType(), schema.getQueryType()];
  if (!subscriptionType || !queryType) return undefined;
  const idsVariable = unusedVariableName(document);
  let field: FieldNode | undefined;
  let eventType: SubscribedEventType | undefined;
  const typeInfo = new TypeInfo(schema);
  const onQuery = (condition: NamedTypeNode | undefined): NamedTypeNode | undefined =>
    condition?.name.value === subscriptionType.name ? { ...condition, name: nameNode(queryType.name) } : condition;
  // Nodes are replaced when the visitor leaves them; until then, the types are those of the subscription.
  const query: DocumentNode = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: {
        leave(node) {
          if (typeInfo.getParentType() !== subscriptionType) return undefined;
          field = node;
          eventType = eventTypes.find((type) => isSentBy(type, node.name.value));
          return eventType && toQueryField(node, { name: eventType.subscription.entities, idsVariable });
        },
      },
      InlineFragment: { leave: (node) => ({ ...node, typeCondition: onQuery(node.typeCondition) }) },
      FragmentDefinition: {
        leave: (node) => ({ ...node, typeCondition: onQuery(node.typeCondition) ?? node.typeCondition }),
      },
      OperationDefinition: { leave: (node) => toQuery(node, idsVariable) },
    }),
  );
  if (field === undefined || eventType === undefined) return undefined;
  return { document: query, eventType, responseName: (field.alias ?? field.name).value, idsVariable };
}

function isSentBy(type: EventType, field: string): type is SubscribedEventType {
  return type.subscription?.field === field;
}

function toQueryField(node: FieldNode, { name, idsVariable }: { name: string; idsVariable: string }): FieldNode {
  const ids = {
    kind: Kind.ARGUMENT,
    name: nameNode('ids'),
    value: { kind: Kind.VARIABLE, name: nameNode(idsVariable) },
  } as const;
  return { ...node, alias: node.alias ?? node.name, name: nameNode(name), arguments: [...(node.arguments ?? []), ids] };
}

function toQuery(operation: OperationDefinitionNode, idsVariable: string): OperationDefinitionNode {
  const id = { kind: Kind.NAMED_TYPE, name: nameNode('ID') } as const;
  const ids: VariableDefinitionNode = {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: nameNode(idsVariable) },
    type: {
      kind: Kind.NON_NULL_TYPE,
      type: { kind: Kind.LIST_TYPE, type: { kind: Kind.NON_NULL_TYPE, type: id } },
    },
  };
  const variableDefinitions = [...(operation.variableDefinitions ?? []), ids];
  return { ...operation, operation: OperationTypeNode.QUERY, variableDefinitions };
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}

/** Returns a variable name that the document does not use. */
function unusedVariableName(document: DocumentNode): string {
  const names = new Set<string>();
  visit(document, { Variable: ({ name }) => void names.add(name.value) });
  let name = 'ids';
  while (names.has(name)) name += '_';
  return name;
}
