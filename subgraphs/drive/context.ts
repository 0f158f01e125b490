import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { DriveDependencies } from './dependencies.js';

/** Context of the resolvers of the drive subgraph. */
export interface DriveContext<Dependencies extends DriveDependencies = DriveDependencies>
  extends RequestContext,
    Loaders {
  readonly dependencies: Dependencies;
}

/** The `@listSize` directive of fields that return a connection, for query cost analysis. */
export const pageDirective =
  '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';
export const afterArgOptions = {
  nullable: true,
  description: 'Return results after this cursor. Null: the first page.',
};
