export { AlertPeopleResolver } from './resolver.js';
export { findAssignee, type Person, peopleNamedIn, viewerId } from './service.js';
export { AlertPerson } from './types.js';
