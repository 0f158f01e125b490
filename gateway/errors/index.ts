export { bearerChallenge, isBearerError } from './challenge.js';
export { isUnavailable, type RequestErrorCode, requestError } from './codes.js';
export { graphqlStatusOf, httpStatusOf } from './http-status.js';
export { type MaskedError, maskError, maskErrors } from './mask.js';
export { retryAfterOf } from './retry-after.js';
