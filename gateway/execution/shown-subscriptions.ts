import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { DataSource } from './data-source.js';

/**
 * Returns the schema with only the shown fields of its subscription type, and without the type if no field is shown.
 * Types that only removed fields use remain.
 */
export function filterSubscriptions(schema: GraphQLSchema, isShown: (field: string) => boolean): GraphQLSchema {
  const subscription = schema.getSubscriptionType();
  if (!subscription) return schema;
  const { fields, ...type } = subscription.toConfig();
  const shownFields = Object.entries(fields).filter(([name]) => isShown(name));
  if (shownFields.length === Object.keys(fields).length) return schema;
  const shownSubscription =
    shownFields.length === 0 ? null : new GraphQLObjectType({ ...type, fields: Object.fromEntries(shownFields) });
  const configuration = schema.toConfig();
  const types = configuration.types.filter((type) => type !== subscription);
  return new GraphQLSchema({
    ...configuration,
    types: shownSubscription === null ? types : [...types, shownSubscription],
    subscription: shownSubscription,
  });
}

/** Whether every subgraph that has a field of `Subscription` supports subscriptions. */
export function isSubscribable(
  field: string,
  subgraphSchemas: ReadonlyMap<string, GraphQLSchema>,
  dataSources: ReadonlyMap<string, DataSource>,
): boolean {
  const owners = [...subgraphSchemas].filter(([, schema]) => schema.getSubscriptionType()?.getFields()[field]);
  return owners.length > 0 && owners.every(([name]) => dataSources.get(name)?.subscribe !== undefined);
}
