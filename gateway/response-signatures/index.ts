export { createResponseSigner, type ResponseSigner } from './response-signer.js';
