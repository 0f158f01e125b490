export { registerEventRoutes } from './event-routes.js';
export { createOpenStreams, type OpenStreams } from './open-streams.js';
export { streamLimitKey } from './stream-start.js';
