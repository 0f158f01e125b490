export { AccessChecks, type CheckAccess } from './access-checks.js';
export { accessSweep } from './retention.js';

export { type BrowserSessions, browserSessions } from './session-callers.js';
export { sessionCookieName, sessionCookies } from './session-cookie.js';
export { callerOf, type Session, Sessions } from './sessions.js';
