import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { rowFormats } from '../../../platform/record-formats/index.js';
import { describeParameter, parametersOfFilter } from '../../lists/index.js';
import {
  commonErrors,
  error,
  exportResponses,
  formatParameter,
  gzipped,
  type OpenApiObject,
  operatorSecurity,
  parameter,
  rowForms,
  stringSchema,
} from '../../streams/describe-export.js';

export const importPath = '/api/alerts/inferences';
/** The paths of exports, keyed by the names of the exports in the domain. */
export const exportPaths = { alerts: '/api/alerts/export', endpoints: '/api/endpoints/export' } as const;

/** The media types in use for newline-delimited JSON. */
export const ndjsonMediaTypes: readonly string[] = [
  ...['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'],
];

const tag = ['Alert triage'];

const inferenceExample =
  '{"inference_id":"i-1","tenant_id":"acme","endpoint_id":"ws-1","platform":"windows","attack_prob":0.9,"confidence":0.8,"prediction":"attack","ttp_techniques":["T1059.001"],"ttp_explanation":null,"timestamp":1790000000,"model_name":"graph-model","num_nodes":12,"num_edges":30}\n';
const alertExample =
  '{"alert_id":"5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11","tenant_id":"acme","endpoint_id":"ws-1","severity":"critical","status":"open","platform":"windows","attack_prob":0.9,"confidence":0.8,"prediction":"attack","ttp_techniques":["T1059.001"],"ttp_explanation":null,"inference_ids":["i-1"],"related_endpoints":[],"first_seen":1790000000,"last_seen":1790000000,"created_at":1790000001.5,"updated_at":1790000001.5,"analyst_notes":"","resolved_by":null,"model_name":"graph-model","num_nodes":12,"num_edges":30,"ttp_names":["PowerShell"],"assignee_id":null,"assignee_name":null,"acknowledged_at":null,"resolved_at":null,"reopened_at":null,"comment_count":0}\n';
const csvExample = `alert_id,tenant_id,endpoint_id,severity,status,platform,attack_prob,confidence,prediction,ttp_techniques,ttp_explanation,inference_ids,related_endpoints,first_seen,last_seen,created_at,updated_at,analyst_notes,resolved_by,model_name,num_nodes,num_edges,ttp_names,assignee_id,assignee_name,acknowledged_at,resolved_at,reopened_at,comment_count\r
5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11,acme,ws-1,critical,open,windows,0.9,0.8,attack,"[""T1059.001""]",,"[""i-1""]",[],1790000000,1790000000,1790000001.5,1790000001.5,,,graph-model,12,30,"[""PowerShell""]",,,,,,0\r
`;
const layerExample = {
  name: 'Rampart alerts',
  versions: { attack: '18', navigator: '5.0.0', layer: '4.5' },
  domain: 'enterprise-attack',
  techniques: [{ techniqueID: 'T1059', score: 12, comment: '12 alerts', enabled: true, showSubtechniques: true }],
  gradient: { colors: ['#fff7bc', '#fe9929', '#cc4c02'], minValue: 0, maxValue: 12 },
};
const resultExample = `{"line":2,"outcome":"rejected","errors":["platform: is missing"]}
{"line":1,"inference_id":"i-1","outcome":"opened","alert_id":"5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11"}
{"summary":{"opened":1,"joined":0,"ignored":0,"repeated":0,"rejected":1,"lines":2,"bytes":540}}
`;

function importOperation(): OpenApiObject {
  const content = Object.fromEntries(ndjsonMediaTypes.map((type) => [type, { schema: stringSchema }]));
  return {
    operationId: 'importInferences',
    summary: 'Import inferences',
    description: `Imports newline-delimited JSON of any length, as \`rampart alerts import\` does. Accepts gzip with or without \`Content-Encoding: gzip\`. The response is newline-delimited JSON and starts before the request ends: one object for each line that is not blank, when its batch is committed, then one object with \`summary\`. Rejected lines (\`outcome\` \`rejected\`) do not affect others. Each result contains the line number, \`line\`, starting at 1. Results are in order only within one tenant.

Batches are atomic, and inferences are imported once (\`outcome\` \`repeated\`): if a response ends without \`summary\`, send the request again. If an error occurs after the first result, the last object is \`error\`. Read the response while you send: the server buffers 16 MiB of it, then waits.

A line can have at most 1 MiB. Gzip content that expands to more than 16 MiB must not expand to more than 200 times its size. A server process runs at most 4 imports at once, 2 per token; an import counts until its response has been read. When the token is no longer valid, or the server stops, the last object is \`error\`.`,
    tags: tag,
    security: operatorSecurity,
    requestBody: {
      required: true,
      content: { ...content, 'application/x-ndjson': { schema: stringSchema, example: inferenceExample } },
    },
    responses: {
      200: {
        description: 'The result of each line, then the summary',
        content: { 'application/x-ndjson': { schema: stringSchema, example: resultExample } },
      },
      400: error(
        'The content is not valid gzip',
        'The content is not gzip: compress it, or omit the header Content-Encoding',
      ),
      408: error(
        'The client has neither sent nor read for `[graphql] timeout_seconds` seconds',
        'The client has neither sent nor read for 30 s. Read the response while sending.',
      ),
      413: error(
        'Gzip content expands too much: to more than 16 MiB, and to more than 200 times its size',
        'The gzip content expands to more than 200 times its size: send it in parts that expand to at most 16 MiB',
      ),
      415: error(
        '`Content-Type` is not a media type of newline-delimited JSON, or `Content-Encoding` is not gzip',
        'Unsupported Content-Type: text/plain; expected application/x-ndjson',
      ),
      ...commonErrors('imports', 4, {
        unauthenticated: 'Not authenticated',
        action: 'import inferences',
        forbidden: 'The role viewer may not import inferences (alerts.import); permitted roles: admin, analyst, ingest',
      }),
    },
  };
}

const readAccess = {
  unauthenticated: 'Not authenticated',
  action: 'read alerts',
  forbidden: 'Alerts are available to operators only',
};

const alertFormats = [...rowFormats, 'stix', 'ocsf', 'navigator'];

/** @param filter the OpenAPI parameters of the export's filter */
function exportOperation(filter: readonly object[]): OpenApiObject {
  return {
    operationId: 'exportAlerts',
    summary: 'Export alerts',
    description: `Streams all alerts that match the filter, newest first, from one snapshot of the database, as newline-delimited JSON, CSV (RFC 4180) with a header, or Apache Parquet. The first fields are those of \`GET /alerts\`; the others are \`ttp_names\`, \`assignee_id\`, \`assignee_name\`, \`acknowledged_at\`, \`resolved_at\`, \`reopened_at\` and \`comment_count\`. ${rowForms} \`stix\` is a STIX 2.1 bundle, \`ocsf\` contains one OCSF 1.8.0 event of the class Detection Finding per line, and \`navigator\` is an ATT&CK Navigator layer (layer format 4.5) with the number of alerts per technique. ${gzipped}`,
    tags: tag,
    security: [{}, ...operatorSecurity],
    parameters: [formatParameter(alertFormats), ...filter],
    responses: exportResponses(alertFormats, {
      examples: { ndjson: alertExample, csv: csvExample },
      access: readAccess,
      others: {
        'application/stix+json;version=2.1': { schema: { type: 'object' } },
        'application/json': { schema: { type: 'object' }, example: layerExample },
      },
    }),
  };
}

const endpointExample =
  '{"tenant_id":"acme","endpoint_id":"ws-1","platform":"windows","last_alert_time":1790000000,"total_alerts":3,"open_alerts":1,"active_alerts":2}\n';

function endpointExportOperation(): OpenApiObject {
  return {
    operationId: 'exportEndpoints',
    summary: 'Export endpoints',
    description: `Streams all endpoints that match the filter, with exact counts of their alerts, most recent alert first, from one snapshot of the database, as newline-delimited JSON, CSV (RFC 4180) with a header, or Apache Parquet. ${rowForms} ${gzipped}`,
    tags: tag,
    security: [{}, ...operatorSecurity],
    parameters: [
      formatParameter(rowFormats),
      parameter('tenant_id', stringSchema, 'Id of the tenant. The empty string matches nothing. Default: all tenants.'),
      parameter(
        'hostname',
        stringSchema,
        'Substring of the hostname, case-insensitive; at most 1000 characters. Default: all hostnames.',
      ),
      parameter(
        'platform',
        { ...stringSchema, enum: ['windows', 'linux'] },
        'Operating system of the endpoint. Default: all operating systems.',
      ),
    ],
    responses: exportResponses(rowFormats, { examples: { ndjson: endpointExample }, access: readAccess }),
  };
}

/**
 * The OpenAPI descriptions of the streams, by path. The export of alerts has a parameter for each field of
 * `AlertFilter`.
 */
export function streamPaths(schema: GraphQLSchema): Readonly<Record<string, OpenApiObject>> {
  const filter = schema.getType('AlertFilter');
  if (!isInputObjectType(filter)) throw new TypeError('the schema does not define AlertFilter');
  return {
    [importPath]: { post: importOperation() },
    [exportPaths.alerts]: { get: exportOperation(parametersOfFilter(filter).map(describeParameter)) },
    [exportPaths.endpoints]: { get: endpointExportOperation() },
  };
}
