import { GraphQLObjectType, GraphQLSchema } from 'graphql';

/**
 * The schema with only the shown fields of its subscription type; without the type if none is shown. Types that only
 * the other fields reach remain.
 */
export function filterSubscriptions(schema: GraphQLSchema, isShown: (field: string) => boolean): GraphQLSchema {
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
