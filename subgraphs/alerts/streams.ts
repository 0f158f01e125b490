import { DomainError } from '../../platform/domain-error.js';
import type { RecordExport, RecordImport, RecordStreams } from '../../platform/record-streams.js';
import { importScopeOf, scopeOf } from './authorisation.js';
import type { AlertDependencies } from './dependencies.js';
import { importLines, type LineResult, openInput } from './imports/index.js';
import { type ExportFormat, exportAlerts, exportFormats } from './service-export.js';
import { filterOfParameters } from './triage/index.js';

/** The import of inferences and the export of alerts over HTTP. */
export function alertStreams(alerts: AlertDependencies): RecordStreams {
  const inferences: RecordImport = {
    authorize: (request) => void importScopeOf({ ...alerts, ...request }),
    async run(request, { input, isGzip, write }) {
      const { content } = await openInput(input, { mustBeGzip: isGzip });
      return await importLines(
        { ...alerts, ...request },
        { input: content, onResults: (results) => write(results.map(onTheWire)) },
      );
    },
  };
  const exported: RecordExport = {
    authorize: (request) => void scopeOf({ ...alerts, ...request }),
    async run(request, { parameters, write }) {
      const rest = new URLSearchParams(parameters);
      rest.delete('format');
      const format = formatOf(parameters.getAll('format'));
      await exportAlerts({ ...alerts, ...request }, { filter: filterOfParameters(rest), format, write });
    },
  };
  return { imports: { inferences }, exports: { alerts: exported } };
}

/** The result of a line with the names of newline-delimited JSON. */
function onTheWire({ line, inferenceId, outcome, alertId, errors }: LineResult): object {
  if (inferenceId === undefined) return { line, outcome, errors };
  return { line, inference_id: inferenceId, outcome, alert_id: alertId };
}

function formatOf(texts: readonly string[]): ExportFormat {
  const [text = 'ndjson', ...others] = texts;
  const format = exportFormats.find((known) => known === text);
  if (format !== undefined && others.length === 0) return format;
  throw new DomainError('BAD_USER_INPUT', `format must be one of ${exportFormats.join(', ')}`, { argument: 'format' });
}
