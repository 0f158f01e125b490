export { type Confirmation, Confirmations, type ConfirmPerson } from './confirmations.js';
export { accessSweep } from './retention.js';
export { sessionRequestHeader } from './same-origin.js';
export { type BrowserSessions, browserSessions } from './session-callers.js';
export { type Cookie, type SessionCookies, sessionCookieName, sessionCookies } from './session-cookie.js';
export { callerOf, type Session, Sessions, sessionCacheSeconds } from './sessions.js';
