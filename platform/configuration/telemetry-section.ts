import { httpUrl } from './addresses.js';
import { decimal, namedValues, type Setting, text } from './setting.js';

/** Settings for tracing. */
export const telemetrySection = {
  otlpEndpoint: httpUrl({
    default: '',
    description:
      'Base URL of an OpenTelemetry collector to which traces are sent by OTLP over HTTP, such as http://127.0.0.1:4318; empty: no traces.',
  }),
  otlpHeaders: namedValues({
    default: [],
    secret: true,
    description:
      'Headers for the collector, such as authorization=Bearer%20TOKEN: name=value pairs, separated by commas, with percent-encoded values.',
  }),
  sampleRatio: decimal(
    { minimum: 0, maximum: 1 },
    {
      default: 1,
      description:
        'Ratio of traces that are sampled, 0 to 1. A request that continues a trace (traceparent) is sampled if that trace is sampled, and otherwise not.',
    },
  ),
  serviceName: text({
    default: 'rampart',
    description:
      'Value of the resource attribute service.name of traces, by which the collector identifies this server.',
  }),
  resourceAttributes: namedValues({
    default: [],
    description:
      'Additional resource attributes of traces, such as deployment.environment.name=production: name=value pairs, separated by commas.',
  }),
} as const satisfies Record<string, Setting<unknown>>;
