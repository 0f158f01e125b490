import { Field, ID, InterfaceType } from 'type-graphql';

/** The `Node` interface of Relay's global object identification, which all entities implement. */
@InterfaceType('Node', {
  description: 'An object with a globally unique id. `node` returns the object by this id.',
})
export abstract class Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id!: string;
}
