import 'reflect-metadata';
import Fastify from 'fastify';
import postgres, { type ParameterOrJSON, type Row } from 'postgres';
import { licensesSubgraph } from '../../subgraphs/licenses/index.js';
import { controllerReport, type SentReport } from './controller-report.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import { type ConnectionOptions, type RecordedStatement, recordStatements } from './recorded-statements.js';

// The upper bound for a check-in: a handwritten server that supports only registered controllers, with the same
// statements as Rampart.

interface LicenseLimitOptions {
  connection: ConnectionOptions;
  /** Settings of Rampart, with a license under which the sample controller is registered. */
  settings: Record<string, string>;
}

/** Parameters of the statements of a check-in. */
interface CheckIn extends Omit<SentReport, 'logdir'> {
  source: string;
  at: number;
}

const mutation = `mutation ($input: ControllerReport!) { checkLicense(input: $input) { message configuration } }`;
const source = '127.0.0.1';
const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const maxRequests = 999_999_999;

const options = readOptions<LicenseLimitOptions>();
const sql = postgres({ ...options.connection, max: 10 });
const [countRequest, touchController] = await recordedStatements();
const app = Fastify({ logger: false });
app.post<{ Body: Partial<SentReport> }>(
  '/api/check-license/',
  { schema: { response: { 200: responseSchema() } } },
  async ({ body, ip }, reply) => {
    const { guid, hostname, version, ip_addresses, mac_address, os, label, logdir } = body;
    if (!guid) return await reply.code(400).send({ message: 'Guid is required' });
    if (!hostname) return await reply.code(400).send({ message: 'Hostname is required' });
    if (!version) return await reply.code(400).send({ message: 'Version is required' });
    if (!ip_addresses?.length) return await reply.code(400).send({ message: 'Ip_addresses is required' });
    if (!mac_address) return await reply.code(400).send({ message: 'Mac_address is required' });
    if (!os) return await reply.code(400).send({ message: 'Os is required' });
    if (label === undefined) return await reply.code(400).send({ message: 'Label is required' });
    if (logdir === undefined) return await reply.code(400).send({ message: 'Logdir is required' });
    if (!guidPattern.test(guid)) return await reply.code(400).send({ message: 'Invalid GUID format' });
    const at = Date.now() / 1000;
    const checkIn = {
      guid: guid.toLowerCase(),
      hostname,
      version,
      ip_addresses,
      mac_address,
      os,
      label,
      source: ip,
      at,
    };
    const [window] = await countRequest(checkIn);
    if (Number(window?.count) > maxRequests) return await reply.code(429).send({ message: 'Too many requests' });
    const touched = await touchController(checkIn);
    if (touched.length === 0) return await reply.code(403).send({ message: 'No devices available' });
    const isInPlant = ip_addresses.some((address) => address.startsWith('10.'));
    return { message: 'Valid License', default: isInPlant ? { level: 'info', seconds: 300 } : {} };
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
serveUntilParentExits(app.listeningOrigin);

type Send = (checkIn: CheckIn) => Promise<Row[]>;

/** The two statements of a check-in of a registered controller, which count the request and store the report. */
async function recordedStatements(): Promise<[Send, Send]> {
  const sample = controllerReport(0);
  const { logdir, ip_addresses: ipAddresses, mac_address: macAddress, ...rest } = sample;
  const now = Date.now();
  const sent = await recordStatements({
    connection: options.connection,
    subgraph: licensesSubgraph,
    settings: options.settings,
    clock: { now: () => now },
    operation: mutation,
    variables: { input: { ...rest, ipAddresses, macAddress, logdir } },
  });
  // Rampart also notifies all processes, after the response and once for concurrent check-ins, and reads the versions
  // of the documents when it starts. A check-in itself only writes.
  const statements = sent.filter(({ text }) => !text.startsWith('select'));
  const [count, touch, ...others] = statements;
  if (count === undefined || touch === undefined || others.length > 0) {
    const texts = statements.map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 100)).join('; ');
    throw new Error(`a check-in takes other than the two statements of the hand-written handler: ${texts}`);
  }
  const recorded = { ...sample, source, at: now / 1000 };
  return [sender(count, recorded), sender(touch, recorded)];
}

/** Turns a recorded statement into a function of the values that its parameters were recorded with. */
function sender({ text, parameters }: RecordedStatement, recorded: CheckIn): Send {
  const names = Object.keys(recorded) as (keyof CheckIn)[]; // The keys of its own properties.
  const places = parameters.map((value) =>
    names.find((name) => JSON.stringify(recorded[name]) === JSON.stringify(value)),
  );
  return async (checkIn) => {
    const values = places.map((name, index) => (name === undefined ? parameters[index] : checkIn[name]));
    // The same driver accepted the parameters when they were recorded.
    return await sql.unsafe<Row[]>(text, values as ParameterOrJSON<never>[], { prepare: true });
  };
}

function responseSchema(): object {
  const configuration = { type: 'object', properties: { level: { type: 'string' }, seconds: { type: 'integer' } } };
  return { type: 'object', properties: { message: { type: 'string' }, default: configuration } };
}
