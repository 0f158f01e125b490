// Exports no resolvers and types, because commands must not load GraphQL.
export { attackCatalog, type Membership, type Tactic, type Technique } from './catalog.js';
