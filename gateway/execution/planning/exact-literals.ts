import { randomUUID } from 'node:crypto';
import type { PlanNode, QueryPlan } from '@apollo/query-planner';
import {
  type DocumentNode,
  type EnumValueNode,
  type FloatValueNode,
  type GraphQLSchema,
  getNamedType,
  type IntValueNode,
  Kind,
  type StringValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isCustomScalar } from '../custom-scalar.js';

type Literal = IntValueNode | FloatValueNode | EnumValueNode;

/** A document for the planner, and a function that completes its plan. */
interface PlannedDocument {
  readonly document: DocumentNode;
  /** Puts the literals of the operation into the fetches of the plan. */
  restore(plan: QueryPlan): QueryPlan;
}

/**
 * Replaces literals of custom scalars that the planner would change with strings. Apollo's planner reads literals as
 * JavaScript values: it would round numbers with many digits, and write `1.0` as `1`, and enum values as strings.
 */
export function withExactLiterals(document: DocumentNode, schema: GraphQLSchema): PlannedDocument {
  let mark: string | undefined;
  const info = new TypeInfo(schema);
  const replace = (node: Literal): StringValueNode | undefined => {
    if (isPreserved(node) || !acceptsAnyLiteral(info)) return undefined;
    // Random, so no text of the operation contains it.
    mark ??= `literal ${randomUUID()} `;
    return { kind: Kind.STRING, value: `${mark}${node.value}` };
  };
  const literals = { IntValue: replace, FloatValue: replace, EnumValue: replace };
  const planned = visit(document, visitWithTypeInfo(info, literals));
  if (mark === undefined) return { document, restore: (plan) => plan };
  const markedLiteral = new RegExp(`"${mark}([^"]*)"`, 'g');
  return { document: planned, restore: (plan) => restored(plan, markedLiteral) };
}

function isPreserved(node: Literal): boolean {
  return node.kind !== Kind.ENUM && String(Number(node.value)) === node.value;
}

/** Whether the current value belongs to a custom scalar; values inside an object of a custom scalar have no type. */
function acceptsAnyLiteral(info: TypeInfo): boolean {
  const type = getNamedType(info.getInputType());
  return type === undefined || isCustomScalar(type);
}

function restored(plan: QueryPlan, markedLiteral: RegExp): QueryPlan {
  const restore = (node: PlanNode | QueryPlan['node']): void => {
    switch (node?.kind) {
      case 'Fetch':
        node.operation = node.operation.replaceAll(markedLiteral, '$1');
        break;
      case 'Flatten':
        restore(node.node);
        break;
      case 'Sequence':
      case 'Parallel':
        node.nodes.forEach(restore);
        break;
      case 'Subscription':
        restore(node.primary);
        restore(node.rest);
    }
  };
  restore(plan.node);
  return plan;
}
