import { type DestinationStream, type Logger, pino } from 'pino';
import { currentSpan } from './telemetry/span.js';

export type { Logger } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Names under which a secret could reach a log line, at the top and one level down. */
const secretNames = ['authorization', 'password', 'token', 'secret', 'clientSecret', 'client_secret', 'key', 'cookie'];

/** The trace that a line belongs to, under the names of OpenTelemetry's log data model for JSON. */
function traceIds(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** A structured log (JSON lines) on standard error, or on the given stream. */
export function createLog(options: { level: LogLevel; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceIds,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

/** A log that keeps nothing. */
export const silentLog = createLog({ level: 'silent', destination: { write() {} } });
