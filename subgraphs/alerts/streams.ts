import { rowFormats } from '../../platform/record-formats/index.js';
import { formatOf, oneOf, readParameters, single } from '../../platform/record-parameters.js';
import type { RecordExport, RecordImport, RecordStreams } from '../../platform/record-streams.js';
import { scopeOf } from './authorization.js';
import type { AlertDependencies } from './dependencies.js';
import { exportEndpoints } from './endpoints/index.js';
import { importLines, type LineResult, openInput } from './imports/index.js';
import { exportAlerts, exportFormats } from './service-export.js';
import { filterOfParameters } from './triage/index.js';
import { Platform } from './vocabulary.js';

/** The HTTP streams of the alerts domain: the import of inferences, and the exports of alerts and endpoints. */
export function alertStreams(alerts: AlertDependencies): RecordStreams {
  const inferences: RecordImport = {
    authorize: (request) => void scopeOf({ ...alerts, ...request }, 'alerts.import'),
    async run(request, { input, isGzip, write }) {
      const { content } = await openInput(input, { mustBeGzip: isGzip });
      return await importLines(
        { ...alerts, ...request },
        { input: content, onResults: (results) => write(results.map(toWireResult)) },
      );
    },
  };
  return { imports: { inferences }, exports: { alerts: alertExport(alerts), endpoints: endpointExport(alerts) } };
}

function alertExport(alerts: AlertDependencies): RecordExport {
  return {
    authorize: (request) => void scopeOf({ ...alerts, ...request }),
    async run(request, { parameters, write, onProgress }) {
      const { format, rest } = formatOf(parameters, exportFormats);
      await exportAlerts({ ...alerts, ...request }, { filter: filterOfParameters(rest), format, write, onProgress });
    },
  };
}

const endpointReaders = {
  tenant_id: ['tenantId', single],
  hostname: ['hostname', single],
  platform: [
    'platform',
    (values: readonly string[], name: string) => oneOf(Object.values(Platform))([single(values, name)], name)[0],
  ],
} as const;

function endpointExport(alerts: AlertDependencies): RecordExport {
  return {
    authorize: (request) => void scopeOf({ ...alerts, ...request }),
    async run(request, { parameters, write, onProgress }) {
      const { format, rest } = formatOf(parameters, rowFormats);
      const filter = readParameters(rest, endpointReaders);
      await exportEndpoints({ ...alerts, ...request }, { filter, format, write, onProgress });
    },
  };
}

/** Converts the result of a line to the field names of newline-delimited JSON. */
function toWireResult({ line, inferenceId, outcome, alertId, errors }: LineResult): object {
  if (inferenceId === undefined) return { line, outcome, errors };
  return { line, inference_id: inferenceId, outcome, alert_id: alertId };
}
