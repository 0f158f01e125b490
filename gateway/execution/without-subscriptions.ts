import { GraphQLSchema } from 'graphql';

/** The schema without its type of subscriptions; types that only subscriptions lead to stay. */
export function withoutSubscriptions(schema: GraphQLSchema): GraphQLSchema {
  const subscription = schema.getSubscriptionType();
  if (!subscription) return schema;
  const configuration = schema.toConfig();
  const types = configuration.types.filter((type) => type !== subscription);
  return new GraphQLSchema({ ...configuration, types, subscription: null });
}
