import { ApolloGateway } from '@apollo/gateway';
import { buildSchema } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { turnOffApolloTelemetry } from '../../platform/configuration/index.js';
import type { Logger } from '../../platform/log.js';
import { type DataSource, plannerOptions, planningRejection } from '../execution/index.js';
import { apolloLogger } from './logger.js';
import { subgraphSource } from './subgraph-source.js';
import { forApolloGateway } from './supergraph.js';

export interface ApolloGatewayOptions {
  /** SDL of the published supergraph. */
  readonly supergraphSdl: string;
  /** Data sources by subgraph name. */
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
  readonly log: Logger;
}

export type Executor = ApolloGateway['executor'];

/**
 * Apollo's gateway over the subgraphs of `dataSources`. An operation that cannot be planned fails with the same error
 * code as on Rampart's own engine.
 */
export class PlannedGateway extends ApolloGateway {
  constructor({ supergraphSdl, dataSources, log }: ApolloGatewayOptions) {
    turnOffApolloTelemetry();
    const sdl = forApolloGateway(supergraphSdl);
    const schema = buildSchema(sdl, { assumeValid: true });
    super({
      supergraphSdl: sdl,
      buildService: ({ name }) => {
        const source = dataSources.get(name);
        if (source === undefined) throw new Error(`Subgraph "${name}" has no data source`);
        return subgraphSource(source, schema);
      },
      queryPlannerConfig: { ...plannerOptions, exposeDocumentNodeInFetchNode: true },
      // By default, clients could request plans with a header.
      __exposeQueryPlanExperimental: false,
      // The gateway's only info message reports that it has loaded the schema.
      logger: { ...apolloLogger(log), info: () => {} },
    });
    const { executor } = this;
    this.executor = async (requestContext) => {
      try {
        return await executor(requestContext);
      } catch (error) {
        // Failed fetches are errors of the result, so the planner has thrown this error.
        return { errors: [...planningRejection(error).errors] };
      }
    };
  }
}
