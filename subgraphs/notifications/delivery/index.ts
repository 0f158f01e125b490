export { lockRules } from './repository/routing.js';
export { selectTotals as readTotals } from './repository/sending.js';
export { bodyFor, testMessage } from './rules/messages.js';
export { newSigningSecret } from './rules/signature.js';
export { cursorName, routeEvents } from './service/route.js';
export { createSecretSeal } from './service/sealing.js';
export { sendNext, webhookId } from './service/send.js';
export { createTargetSender } from './service/targets.js';
export { startSending, sweepDeliveriesJob } from './service/worker.js';
