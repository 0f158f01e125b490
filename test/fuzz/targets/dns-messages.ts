import assert from 'node:assert/strict';
import type { Database } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Semaphore } from '../../../platform/semaphore.js';
import { DnsMessage, queryMessage, RecordType, TsigSession, verifyQuery } from '../../../subgraphs/zones/dns/index.js';
import { ClientLog } from '../../../subgraphs/zones/policy-zones/service/client-log.js';
import { respond } from '../../../subgraphs/zones/policy-zones/service/respond.js';
import { zoneDependencies } from '../../../subgraphs/zones/service.js';
import { testConfiguration } from '../../support/test-configuration.js';
import { testPlatform } from '../../support/test-database.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';

const now = () => 1_700_000_000_000;
const key = { name: 'k', algorithm: 'hmac-sha256', secret: Buffer.alloc(32).toString('base64') } as const;

/**
 * The reader of DNS messages. A response is read or rejected. A query gets at most one response, which can be read,
 * repeats the id, and is hardly longer than the query, because responses to forged addresses must not be amplified.
 */
export const dnsMessages: Target = {
  name: 'dns-messages',
  maxBytes: 2048,
  batchSize: 25,
  isDeterministic: true,
  maxMs: 1000,
  dictionary: [
    ...['\x00\x00\xfa\x00\xff', '\x00\x00\x06\x00\x01', '\x00\xfb\x00\x01', '\x00\xfc\x00\x01', '\xc0\x0c', '\xc0\xff'],
    ...['\x03rpz\x07example\x00', '\x01k\x00', '\x0bhmac-sha256\x00', '\x00\x00\x29\x04\xd0', '\x00', '\x3f', '\x40'],
  ],
  async open() {
    const server = unconnectedServer();
    return {
      generate,
      async run(input) {
        readAsResponse(input);
        const responses: Buffer[] = [];
        await respond(server, Buffer.from(input), {
          transport: input.length % 2 === 0 ? 'udp' : 'tcp',
          address: '192.0.2.1',
          signal: server.signal,
          send: async (message) => void responses.push(message),
        });
        checkResponses(input, responses);
      },
      async close() {},
    };
  },
};

/** A server of a zone that is forbidden to all addresses of the inputs, so nothing queries the database. */
function unconnectedServer(): Parameters<typeof respond>[0] {
  const configuration = testConfiguration({
    RAMPART_DNS_POLICY_ZONES: 'rpz.example',
    RAMPART_ZONES_TSIG_KEYS: `${key.name}:${key.secret}`,
  });
  const database = undefined as unknown as Database; // The parameter is unused.
  const dependencies = zoneDependencies(testPlatform({ configuration, database }, { clock: { now } }));
  const { signal } = new AbortController();
  const clients = new ClientLog(dependencies); // It writes nothing until it is flushed.
  return {
    dependencies,
    clients,
    transfers: new Semaphore(1),
    now,
    idleTimeoutMs: 1,
    signal,
    onNotify: async () => false,
  };
}

function readAsResponse(input: Buffer): void {
  try {
    const message = new DnsMessage(input);
    for (const record of message.answers()) {
      if (record.type === RecordType.SOA) message.startOfAuthority(record);
      else if (record.type === RecordType.NS) message.name(record.dataStart);
    }
    message.assertComplete();
    const session = new TsigSession(key, now);
    session.sign(queryMessage({ id: message.id, zone: 'rpz.example', type: RecordType.AXFR }));
    session.verify(message);
    assert.fail('accepted an invalid signature');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function checkResponses(input: Buffer, responses: readonly Buffer[]): void {
  assert.ok(responses.length <= 1, 'a query has several responses');
  const [bytes] = responses;
  if (bytes === undefined) return;
  assert.ok(bytes.length <= input.length + 120, 'a rejection is much longer than its query');
  const response = new DnsMessage(bytes);
  response.assertComplete();
  assert.equal(response.id, new DnsMessage(input).id);
  assert.ok(response.isResponse);
  assert.notEqual(response.responseCode, 0, 'a client without access gets data');
  assert.equal(verifyQuery(response, [], now).kind === 'signed', false);
}

/** Queries, including signed ones, and the responses of transfers. */
function generate(random: Random): Buffer {
  const zone = random.pick(['rpz.example', 'example', '', 'a.rpz.example']);
  const type = random.pick([RecordType.SOA, RecordType.AXFR, RecordType.IXFR, RecordType.NS, 255]);
  const query = queryMessage({ id: random.below(65_536), zone, type, ...(random.chance(0.4) && { serial: 1 }) });
  if (random.chance(0.2)) query.writeUInt8(random.pick([0x24, 0x20, 0x80, 0x28]), 2);
  const message = random.chance(0.6) ? new TsigSession(key, now).sign(query) : query;
  if (random.chance(0.4)) message[random.below(message.length)] = random.below(256);
  return random.chance(0.1) ? message.subarray(0, random.below(message.length)) : message;
}
