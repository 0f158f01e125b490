export { type ErrorCode, type RequestErrorCode, requestError, requestErrorCodes } from './codes.js';
export { graphqlStatusOf, httpStatusOf } from './http-status.js';
export { type MaskingOptions, maskError, maskErrors, type ShownError } from './mask.js';
