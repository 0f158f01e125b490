import { type ClassType, Field, ObjectType } from 'type-graphql';
import type { ConnectionRecord } from '../connection.js';
import { PageInfo } from './page-info.js';

/**
 * The type of a connection, and of its edges, by the conventions of this graph.
 * @param options.name of the node's type, from which those of both types are made
 * @param options.node the noun for a node in descriptions, such as `import`
 */
export function connectionType<Node extends object>(
  type: ClassType<Node>,
  { name, node, description }: { name: string; node: string; description: string },
): ClassType<ConnectionRecord<Node>> {
  const article = /^[aeiou]/.test(node) ? 'An' : 'A';
  const nodes = `${node.charAt(0).toUpperCase()}${node.slice(1)}s`;

  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `${article} ${node} in a connection.` })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor; pass as `after`.' })
    cursor!: string;

    @Field(() => type, { description: `The ${node}.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description })
  class Connection implements ConnectionRecord<Node> {
    @Field(() => [Edge], { description: `${nodes} with their cursors.` })
    edges!: Edge[];

    @Field(() => [type], { description: `The ${node}s without cursors.` })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    pageInfo!: PageInfo;
  }

  return Connection;
}
