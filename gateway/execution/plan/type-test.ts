import { type GraphQLSchema, isAbstractType } from 'graphql';

/** Tests whether an object with this `__typename` satisfies a type condition. */
export type TypeTest = (typename: unknown) => boolean;

/** Compiles the test for a type condition of a plan. */
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
