import Fastify from 'fastify';
import postgres from 'postgres';
import { readOptions, serveUntilParentExits } from './own-process.js';
import type { ConnectionOptions } from './recorded-statements.js';

// The upper bound for a page of a zone: one statement that returns the rows of the response, and JSON.stringify. It has
// no accounts, sessions, inactive pairs, concurrent imports or cursors.

const options = readOptions<{ connection: ConnectionOptions }>();
const sql = postgres({ ...options.connection, max: 10 });

/**
 * The query for a page of domains. It applies the limit before it joins nameservers; every name has at least one
 * nameserver.
 */
const text = `select name.label || zone.suffix as domain, 'active' as status, pair.data, ingest.at::float8 as timestamp
  from zones.zone cross join lateral (
    select * from zones.state where zone_id = zone.id and label >= $2 and label < $3 order by label limit $4::int
  ) name
  join zones.nameserver_set on nameserver_set.id = name.set_id
  cross join lateral unnest(nameserver_set.data, name.seen) as pair (data, seen)
  join zones.ingest on ingest.id = coalesce(pair.seen, name.since)
  where zone.name = $1
  order by name.label, pair.data limit $4::int`;

const app = Fastify({ logger: false });
app.get<{ Params: { zone: string }; Querystring: { search: string; limit: string } }>(
  '/api/v1/download/:zone',
  async ({ params, query }, reply) => {
    const { search, limit } = query;
    const zone = params.zone.replace(/\.zone$/, '');
    const results = await sql.unsafe(text, [zone, search, `${search}~`, Number(limit)], { prepare: true });
    return await reply.type('application/json').send(JSON.stringify({ results }));
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
serveUntilParentExits(app.listeningOrigin);
