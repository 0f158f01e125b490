import { type ClassType, Directive, Field, Int, ObjectType } from 'type-graphql';
import type { ConnectionRecord } from '../connection.js';
import { PageInfo } from './page-info.js';

/**
 * Directive for a field that returns a connection: the cost of the field is the cost of `first` nodes, by default 50.
 */
export const pageListSize =
  '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';

interface ConnectionTypeOptions {
  /** Name of the node type, from which the names of the connection and edge types are derived. */
  readonly name: string;
  /** The noun for a node in descriptions, for example `import`. */
  readonly node: string;
  /** Plural of the noun; default: the noun with an appended s. */
  readonly nodes?: string;
  /** Description of the connection type in the schema. */
  readonly description: string;
  /** Whether the list supports backward pagination. */
  readonly isBidirectional?: boolean;
  /** Description and cost of `totalCount`; absent if there is no such field, or it has its own resolver. */
  readonly totalCount?: { readonly description: string; readonly cost?: number };
}

/** Declares a connection type and its edge type by the conventions of this graph. */
export function connectionType<Node extends object>(
  type: ClassType<Node>,
  { name, node, nodes = `${node}s`, description, isBidirectional = false, totalCount }: ConnectionTypeOptions,
): ClassType<ConnectionRecord<Node>> {
  const article = /^[aeiou]/.test(node) ? 'An' : 'A';

  @ObjectType(`${name}Edge`, { description: `${article} ${node} and its cursor.` })
  class Edge {
    @Field(() => String, { description: `Opaque cursor; pass as \`after\`${isBidirectional ? ' or `before`' : ''}.` })
    cursor!: string;

    @Field(() => type, { description: `The ${node} at the end of the edge.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description })
  class Connection implements ConnectionRecord<Node> {
    @Field(() => [Edge], { description: 'Edges on this page.' })
    edges!: Edge[];

    @Field(() => [type], { description: `${nodes.charAt(0).toUpperCase()}${nodes.slice(1)} on this page.` })
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
