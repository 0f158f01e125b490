export { type ApolloEngineOptions, openApolloGraph, openPublishedApolloGraph } from './apollo-graph.js';
export { withoutSubscriptionType } from './supergraph.js';
