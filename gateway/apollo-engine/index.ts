export { type ApolloEngineOptions, openApolloGraph, openPublishedApolloGraph } from './apollo-graph.js';
