export { AlertPeopleResolver } from './resolver.js';
export { findAssignee, type Person, peopleNamedIn, personOf } from './service.js';
export { AlertPerson } from './types.js';
