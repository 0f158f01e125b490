// Without resolvers and types, because commands must not load GraphQL.
export { findAssignee, type Person, peopleNamedIn, personOf } from './service.js';
