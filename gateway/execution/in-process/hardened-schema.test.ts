import { buildSchema, type GraphQLInterfaceType, type GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { isCompilable } from './hardened-schema.js';

function schemaOf() {
  const schema = buildSchema(
    'interface Media { id: ID } type Book implements Media { id: ID } type Query { media: Media }',
  );
  const media = schema.getType('Media') as GraphQLInterfaceType; // As defined in the SDL.
  const book = schema.getType('Book') as GraphQLObjectType; // As defined in the SDL.
  return { schema, media, book };
}

test('a schema can be compiled if the types of its objects are resolved synchronously', () => {
  const { schema, media, book } = schemaOf();
  expect(isCompilable(schema)).toBe(true);
  media.resolveType = () => 'Book';
  book.isTypeOf = () => true;
  expect(isCompilable(schema)).toBe(true);
});

test('a schema cannot be compiled if the types of its objects are resolved asynchronously', () => {
  const resolved = schemaOf();
  resolved.media.resolveType = async () => 'Book';
  expect(isCompilable(resolved.schema)).toBe(false);
  const tested = schemaOf();
  tested.book.isTypeOf = async () => true;
  expect(isCompilable(tested.schema)).toBe(false);
});
