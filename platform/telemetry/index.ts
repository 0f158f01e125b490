export { describeStatus, tracedCall, urlAttributes } from './client-calls.js';
export { describeStatement, sqlStateOf } from './database-spans.js';
export {
  currentSpan,
  runInSpan,
  runOutsideSpans,
  type Span,
  traced,
  within,
} from './span.js';
export { startTelemetry } from './start-telemetry.js';
export { type SpanDescription, type Telemetry, tracesUrl } from './telemetry.js';
