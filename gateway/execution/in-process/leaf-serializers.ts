import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLSchema,
  GraphQLString,
  isSpecifiedScalarType,
} from 'graphql';

type Serialize = (value: unknown) => unknown;

/** Serializers that take values of the right form as they are, and leave the rest to the type. */
const fastSerializers: Readonly<Record<string, Serialize>> = {
  String: (value) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  ID: (value) => (typeof value === 'string' ? value : GraphQLID.serialize(value)),
  Boolean: (value) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
  Int: (value) => (typeof value === 'number' && (value | 0) === value ? value : GraphQLInt.serialize(value)),
  Float: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : GraphQLFloat.serialize(value)),
};

/** The fast serializers of the scalars that a schema has not redefined. */
export function leafSerializers(schema: GraphQLSchema): Record<string, Serialize> {
  return Object.fromEntries(
    Object.entries(fastSerializers).filter(([name]) => {
      const type = schema.getType(name);
      return type !== undefined && isSpecifiedScalarType(type);
    }),
  );
}
