import { type GraphQLSchema, isAbstractType } from 'graphql';

/** Whether an object whose `__typename` is this is of the type that the test was made for. */
export type TypeTest = (typename: unknown) => boolean;

/** A test for a type condition of a plan, by the supergraph's types. */
export function compileTypeTest(supergraph: GraphQLSchema, condition: string): TypeTest {
  const names = new Set([condition]);
  const type = supergraph.getType(condition);
  if (isAbstractType(type)) {
    for (const object of supergraph.getPossibleTypes(type)) names.add(object.name);
    for (const child of 'getInterfaces' in type ? supergraph.getImplementations(type).interfaces : [])
      names.add(child.name);
  }
  return (typename) => typeof typename === 'string' && names.has(typename);
}
