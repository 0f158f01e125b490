import { ApolloGateway } from '@apollo/gateway';
import type { RequestContext } from '../../platform/caller.js';
import { turnOffApolloTelemetry } from '../../platform/configuration/index.js';
import type { Logger } from '../../platform/log.js';
import { type DataSource, planningRefusal } from '../execution/index.js';
import { apolloLogger } from './logger.js';
import { subgraphSource } from './subgraph-source.js';
import { forApolloGateway } from './supergraph.js';

export interface ApolloGatewayOptions {
  /** As it is published. */
  readonly supergraphSdl: string;
  /** By the subgraphs' names. */
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
  readonly log: Logger;
}

export type Executor = ApolloGateway['executor'];

/** In how many ways the fields of a selection may be reached; the planner throws beyond that. */
const pathsLimit = 500;

/** Apollo's gateway over these subgraphs. Operations that it cannot plan have errors with a code, like those of our planning. */
export class PlannedGateway extends ApolloGateway {
  constructor({ supergraphSdl, dataSources, log }: ApolloGatewayOptions) {
    turnOffApolloTelemetry();
    super({
      supergraphSdl: forApolloGateway(supergraphSdl),
      buildService: ({ name }) => {
        const source = dataSources.get(name);
        if (source === undefined) throw new Error(`Subgraph "${name}" has no data source`);
        return subgraphSource(source);
      },
      queryPlannerConfig: {
        // With fragments in fetches the planner changes the order of a mutation's fields.
        reuseQueryFragments: false,
        exposeDocumentNodeInFetchNode: true,
        debug: { pathsLimit },
      },
      // Clients could read plans by a header.
      __exposeQueryPlanExperimental: false,
      // Its only information is that it has loaded the schema that it was given.
      logger: { ...apolloLogger(log), info: () => {} },
    });
    const { executor } = this;
    this.executor = async (requestContext) => {
      try {
        return await executor(requestContext);
      } catch (error) {
        // Failed fetches are errors of the result: what is thrown comes from the planner.
        return { errors: [...planningRefusal(error).errors] };
      }
    };
  }
}
