import { type ClassType, Directive, Field, Int, ObjectType } from 'type-graphql';
import type { ConnectionRecord } from '../connection.js';
import { PageInfo } from './page-info.js';

interface ConnectionTypeOptions {
  /** Name of the node's type, from which those of both types are made. */
  readonly name: string;
  /** The noun for a node in descriptions, such as `import`. */
  readonly node: string;
  /** Default: the noun with an s. */
  readonly nodes?: string;
  /** Of the connection. */
  readonly description: string;
  /** The list also has pages before a cursor. */
  readonly isBidirectional?: boolean;
  /** Absent: it has no `totalCount`, or a resolver of its own for it. */
  readonly totalCount?: { readonly description: string; readonly cost?: number };
}

/** The type of a connection, and of its edges, by the conventions of this graph. */
export function connectionType<Node extends object>(
  type: ClassType<Node>,
  { name, node, nodes = `${node}s`, description, isBidirectional = false, totalCount }: ConnectionTypeOptions,
): ClassType<ConnectionRecord<Node>> {
  const article = /^[aeiou]/.test(node) ? 'An' : 'A';

  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `${article} ${node} and its cursor.` })
  class Edge {
    @Field(() => String, { description: `Opaque cursor; pass as \`after\`${isBidirectional ? ' or `before`' : ''}.` })
    cursor!: string;

    @Field(() => type, { description: `The ${node} at the end of the edge.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description })
  class Connection implements ConnectionRecord<Node> {
    @Field(() => [Edge], { description: 'Edges of this page.' })
    edges!: Edge[];

    @Field(() => [type], { description: `${nodes.charAt(0).toUpperCase()}${nodes.slice(1)} of this page.` })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'Information for pagination.' })
    pageInfo!: PageInfo;
  }

  if (totalCount !== undefined) {
    const { description, cost } = totalCount;
    Field(() => Int, { description })(Connection.prototype, 'totalCount');
    if (cost !== undefined) Directive(`@cost(weight: ${cost})`)(Connection.prototype, 'totalCount');
  }
  return Connection;
}
