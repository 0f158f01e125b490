export { openApolloGraph, openPublishedApolloGraph } from './apollo-graph.js';
export { withoutSubscriptionType } from './supergraph.js';
