import { Field, ID, InterfaceType } from 'type-graphql';

/** The `Node` interface of Relay's global object identification, which all entities implement. */
@InterfaceType('Node', {
  description: 'An object with an id that is unique in the whole graph. `node` returns it by that id.',
})
export abstract class Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id!: string;
}
