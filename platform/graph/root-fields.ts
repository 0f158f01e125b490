import { Directive, Mutation, Query, Subscription } from 'type-graphql';
import type { Permission } from '../permissions/index.js';
import { printPermissionDirective } from './requires.js';
import { rejectSubscription } from './sent-by-gateway.js';

type TypeFunction = Parameters<typeof Query>[0];

interface RootFieldOptions {
  readonly description: string;
  /** Whether the result, or also its items, may be null without an error. With an error, every root field is null. */
  readonly nullable?: boolean | 'itemsAndList';
  /** The weight of the field in the cost of an operation; default: the cost of its type. */
  readonly cost?: number;
}

/** Declares a query that requires a permission. The service that the query calls enforces it. */
export function PermittedQuery(
  permission: Permission,
  type: TypeFunction,
  { cost, ...options }: RootFieldOptions,
): MethodDecorator {
  return rootField(permission, cost, Query(type, options));
}

/** Declares a mutation that requires a permission. The service that the mutation calls enforces it. */
export function PermittedMutation(
  permission: Permission,
  type: TypeFunction,
  { cost, ...options }: RootFieldOptions,
): MethodDecorator {
  return rootField(permission, cost, Mutation(type, options));
}

/** Declares a subscription that requires a permission. The gateway executes it. */
export function PermittedSubscription(
  permission: Permission,
  type: TypeFunction,
  { cost, ...options }: RootFieldOptions,
): MethodDecorator {
  return rootField(permission, cost, Subscription(type, { ...options, subscribe: rejectSubscription }));
}

function rootField(permission: Permission, cost: number | undefined, field: MethodDecorator): MethodDecorator {
  return (prototype, name, descriptor) => {
    // In the order in which separate decorators run: from the last to the first.
    if (cost !== undefined) Directive(`@cost(weight: ${cost})`)(prototype, name, descriptor);
    field(prototype, name, descriptor);
    Directive(printPermissionDirective(permission))(prototype, name, descriptor);
  };
}
