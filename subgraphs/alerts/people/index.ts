// Exports no resolvers and types, because commands must not load GraphQL.
export { type Assignee, findAssignee, type Person, peopleNamedIn, personOf, requireAssignee } from './service.js';
