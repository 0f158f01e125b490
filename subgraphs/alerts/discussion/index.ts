export { AlertCommentPayloadResolver, AlertCommentResolver, AlertCommentsResolver } from './resolver.js';
