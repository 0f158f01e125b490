export { bearerChallenge, isBearerError } from './challenge.js';
export { isUnavailable, type RequestErrorCode, requestError } from './codes.js';
export { graphqlStatusOf, httpStatusOf } from './http-status.js';
export { maskError, maskErrors, type ShownError } from './mask.js';
export { retryAfterOf } from './retry-after.js';
