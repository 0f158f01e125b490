import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import { rowFormats } from '../../../../platform/record-formats/index.js';
import { invalidParameter, namedFormat, optional } from '../../../../platform/record-parameters.js';
import type { ResumableExport } from '../../../../platform/record-streams.js';
import { requireAccess } from '../../accounts/index.js';
import { type ExportDependencies, exportWithAccess, type ZoneExportHead, type ZoneExportInput } from './export-zone.js';

const parameterNames: readonly string[] = ['zone', 'search', 'start', 'end', 'at', 'format', 'pit', 'offset'];

/** The HTTP export of zones. */
export function zoneExportStream(dependencies: ExportDependencies): ResumableExport {
  return {
    authorize: ({ caller }) => void authorize(caller, 'zones.read'),
    async run(request, { parameters, isGzip, begin, write }) {
      // As in the search, callers without access receive no errors about parameters.
      const access = await requireAccess(dependencies, request.caller);
      const input = {
        ...inputOf(parameters, { isGzip }),
        begin: (head: ZoneExportHead) => begin(headersOf(head)),
        write,
      };
      await exportWithAccess(dependencies, { request, access }, input);
    },
  };
}

function inputOf(parameters: URLSearchParams, { isGzip }: { isGzip: boolean }): ZoneExportInput {
  const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined) {
    throw invalidParameter(
      unknown,
      `is not a parameter of exports; expected one of ${parameterNames.slice(1).join(', ')}`,
    );
  }
  const format = namedFormat(query(parameters, 'format') ?? 'ndjson', rowFormats);
  return {
    ...{ format, isGzip: isGzip && format !== 'parquet' },
    zone: query(parameters, 'zone') ?? '',
    search: query(parameters, 'search'),
    // `query` would treat an empty value as absent, and the current state would be exported instead of changes.
    start: optional(parameters, 'start'),
    end: optional(parameters, 'end'),
    at: optional(parameters, 'at'),
    id: query(parameters, 'pit') ?? null,
    offset: offsetOf(query(parameters, 'offset')),
  };
}

function headersOf({ id, expiresAt, quota }: ZoneExportHead): Record<string, string> {
  return {
    'export-pit': id,
    'export-expires': expiresAt.toUTCString(),
    ...(quota !== null && {
      'ratelimit-limit': String(quota.limit),
      'ratelimit-remaining': String(quota.remaining),
      'ratelimit-reset': String(quota.resetsInSeconds),
    }),
  };
}

function offsetOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidParameter('offset', `must be a number of bytes, 0 or more, not ${quoted(text)}`);
}

/** The value of a query parameter; undefined if it is absent or empty. */
function query(parameters: URLSearchParams, name: string): string | undefined {
  return optional(parameters, name) || undefined;
}
