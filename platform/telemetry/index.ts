export { recordResponseStatus, tracedCall, urlAttributes } from './client-calls.js';
export { describeStatement, sqlStateOf } from './database-spans.js';
export {
  currentSpan,
  runAndEndSpan,
  runInSpan,
  runOutsideSpans,
  type Span,
  traced,
} from './span.js';
export { startTelemetry } from './start-telemetry.js';
export { type SpanDescription, type Telemetry, tracesUrl } from './telemetry.js';
