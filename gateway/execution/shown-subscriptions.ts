import { GraphQLObjectType, GraphQLSchema } from 'graphql';

/**
 * The schema with those fields of its type of subscriptions for which this holds; without the type where it holds for
 * none. Types that only the others lead to stay.
 */
export function withSubscriptionsOf(schema: GraphQLSchema, isShown: (field: string) => boolean): GraphQLSchema {
  const subscription = schema.getSubscriptionType();
  if (!subscription) return schema;
  const { fields, ...type } = subscription.toConfig();
  const shown = Object.entries(fields).filter(([name]) => isShown(name));
  if (shown.length === Object.keys(fields).length) return schema;
  const rest = shown.length === 0 ? null : new GraphQLObjectType({ ...type, fields: Object.fromEntries(shown) });
  const configuration = schema.toConfig();
  const types = configuration.types.filter((one) => one !== subscription);
  return new GraphQLSchema({ ...configuration, types: rest === null ? types : [...types, rest], subscription: rest });
}
