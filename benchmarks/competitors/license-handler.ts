import Fastify from 'fastify';
import postgres from 'postgres';
import type { SentReport } from './controller-report.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import type { ConnectionOptions } from './recorded-statements.js';

// The reference for a check-in: a handwritten server that supports only registered controllers, with two statements for
// each request, which store the same rows as Rampart's.

/** A report with the source address and the time of the request, in Unix epoch seconds. */
interface CheckIn extends Omit<SentReport, 'logdir'> {
  source: string;
  at: number;
}

const scope = 'licenses.check-license.60';
const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const maxRequests = 999_999_999;

const options = readOptions<{ connection: ConnectionOptions }>();
const sql = postgres({ ...options.connection, max: 10 });
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
    if ((await countRequest(checkIn)) > maxRequests)
      return await reply.code(429).send({ message: 'Too many requests' });
    if (!(await touchController(checkIn))) return await reply.code(403).send({ message: 'No devices available' });
    const isInPlant = ip_addresses.some((address) => address.startsWith('10.'));
    return { message: 'Valid License', default: isInPlant ? { level: 'info', seconds: 300 } : {} };
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
serveUntilParentExits(app.listeningOrigin);

/**
 * Counts the request in the current minute of its source (the default window of the rate limit), and reads the version
 * of the stored documents.
 */
async function countRequest({ source, at }: CheckIn): Promise<number> {
  const startsAt = Math.floor(at / 60) * 60;
  const [row] = await sql<
    { count: number }[]
  >`insert into platform.rate_window as w (scope, subject, starts_at, ends_at, count)
    values (${scope}, ${source}, ${startsAt}, ${startsAt + 60}, 1)
    on conflict (scope, subject) do update set
      count = 1 + case when w.starts_at < excluded.starts_at then 0 else w.count end,
      starts_at = greatest(w.starts_at, excluded.starts_at), ends_at = greatest(w.ends_at, excluded.ends_at)
    returning count, (select coalesce(sum(version), 0) from licenses.document) as version`;
  return row?.count ?? 0;
}

/**
 * Stores the report of a registered controller, and publishes the event; returns false if the controller is not
 * registered.
 */
async function touchController(checkIn: CheckIn): Promise<boolean> {
  const { guid, hostname, version, ip_addresses, mac_address, os, label, source, at } = checkIn;
  const touched = await sql`with touched as (
      update licenses.controller set last_contact = ${at}, last_ip_addr = ${source}::inet, last_hostname = ${hostname},
        version = ${version}, ip_addresses = ${ip_addresses}, mac_address = ${mac_address}, os = ${os},
        label = ${label}, department = null
      where guid = ${guid} and last_contact > '-infinity'::double precision
      returning guid, last_hostname, version, department
    ), published as (
      insert into platform.event (type, data)
      select 'check-ins', jsonb_build_object('guid', guid, 'hostname', last_hostname, 'version', version,
        'department', department, 'isNew', false) from touched
    )
    select from touched`;
  return touched.length > 0;
}

function responseSchema(): object {
  const configuration = { type: 'object', properties: { level: { type: 'string' }, seconds: { type: 'integer' } } };
  return { type: 'object', properties: { message: { type: 'string' }, default: configuration } };
}
