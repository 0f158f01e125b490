export { AccessChecks, type CheckAccess } from './access-checks.js';
export { type BrowserSessions, browserSessions } from './browser-sessions.js';
export { accessSweep } from './retention.js';
export { sessionCookieName, sessionCookies } from './session-cookie.js';
export { callerOf, type Session, Sessions } from './sessions.js';
