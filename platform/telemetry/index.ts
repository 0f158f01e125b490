export { describeStatus, type TracedCall, tracedCall, urlAttributes } from './client-calls.js';
export { describeStatement, sqlStateOf } from './database-spans.js';
export {
  type Attributes,
  currentSpan,
  errorTypeOf,
  runInSpan,
  runOutsideSpans,
  type Span,
  type SpanOptions,
  traced,
  within,
} from './span.js';
export { startTelemetry } from './start-telemetry.js';
export { type SpanDescription, type Telemetry, tracesUrl } from './telemetry.js';
