import { DomainError } from './domain-error.js';

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

const maxPageSize = 1000;
const defaultPage = 50;

/**
 * The size of a page that is read forwards: what was asked for, or 50.
 * @throws {DomainError} BAD_USER_INPUT outside of 1 to 1000
 */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? defaultPage;
  if (Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size;
  throw new DomainError('BAD_USER_INPUT', `first must be between 1 and ${maxPageSize}`, { argument: 'first' });
}

/**
 * The page of these edges. One more than the page size was read, which shows whether there are more.
 * @param isContinued the page follows a cursor
 */
export function connectionOf<Node>(options: {
  edges: readonly { cursor: string; node: Node }[];
  size: number;
  isContinued: boolean;
}): ConnectionRecord<Node> {
  const edges = options.edges.slice(0, options.size);
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: options.edges.length > options.size,
      hasPreviousPage: options.isContinued,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
