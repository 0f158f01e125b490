import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { systemErrorCode } from './system-error.js';
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

const retryMs = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes to standard error. Lines that cannot be written, for example to a file on a full disk, are dropped: they must
 * not end the process. pino's own destination would emit an error, and block the process at the next fatal entry.
 */
const standardError: DestinationStream = {
  write(line) {
    for (let rest = Buffer.from(line); rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(2, rest));
      } catch (error) {
        if (systemErrorCode(error) !== 'EAGAIN') return;
        // A pipe whose reader is slow.
        Atomics.wait(sleeper, 0, 0, retryMs);
      }
    }
  },
};

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
    options.destination ?? standardError,
  );
}

/** A log that discards everything. */
export const silentLog = createLog({ level: 'silent', destination: { write() {} } });
