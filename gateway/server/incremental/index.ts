export { sendIncrementalResponse } from './multipart-response.js';
