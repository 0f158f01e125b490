import { assertBetween } from './input-limits.js';

/** A page of a list in the shape of a connection. */
export interface ConnectionRecord<Node> {
  readonly edges: { readonly cursor: string; readonly node: Node }[];
  readonly nodes: Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const maxPageSize = 1000;
const defaultPageSize = 50;

/**
 * The size of a page: the requested one, or 50.
 * @param argument whose value it is
 * @throws {DomainError} BAD_USER_INPUT outside of 1 to 1000
 */
export function pageSize(value: number | null | undefined, argument = 'first'): number {
  const size = value ?? defaultPageSize;
  assertBetween({ name: argument, value: size, min: 1, max: maxPageSize });
  return size;
}

/**
 * The page of these edges, of which one more than the page size was read: it shows whether there are more.
 * @param options.isContinued the page follows a cursor, or precedes it
 * @param options.isBackward edges come in reverse order, from the end of the page
 */
export function connectionOf<Node>(options: {
  edges: readonly { cursor: string; node: Node }[];
  size: number;
  isContinued: boolean;
  isBackward?: boolean;
}): ConnectionRecord<Node> {
  const { size, isContinued, isBackward = false } = options;
  const hasMore = options.edges.length > size;
  const edges = options.edges.slice(0, size);
  if (isBackward) edges.reverse();
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: isBackward ? isContinued : hasMore,
      hasPreviousPage: isBackward ? hasMore : isContinued,
      // Most requests select no cursor.
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
  };
}
