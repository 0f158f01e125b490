import { type DestinationStream, type Logger, pino } from 'pino';
import { currentSpan } from './telemetry/span.js';

export type { Logger } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Names of log properties that may contain secrets. They are redacted at the top level and one level below. */
const secretNames = ['authorization', 'password', 'token', 'secret', 'clientSecret', 'client_secret', 'key', 'cookie'];

/** The ids of the current trace, named as in OpenTelemetry's log data model for JSON. */
function traceIds(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Creates a structured log (JSON lines) on standard error, or on the specified stream. */
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

/** A log that discards everything. */
export const silentLog = createLog({ level: 'silent', destination: { write() {} } });
