export { bulkRegistrationJobs, findBulkRegistrations } from './service/jobs.js';
export { bulkRegistrations, type RegistrationRow } from './service/list-registrations.js';
export { namesOfRegistrations, registrationsByIds } from './service/read-registrations.js';
export type { BulkRegistrationKind } from './vocabulary.js';
