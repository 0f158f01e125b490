import type { PolicyZone } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { scopeOfAddress } from '../../../../platform/network/index.js';
import {
  DnsMessage,
  internetClass,
  MessageWriter,
  Opcode,
  type Question,
  RecordType,
  ResponseCode,
  type TsigVerification,
  verifyQuery,
} from '../../dns/index.js';
import { presentationFormatOf } from '../../imports/index.js';
import { maxUdpBytes, TransferWriter } from '../dns/transfer-writer.js';
import type { DnsServer, Exchange } from './context.js';
import { readSerial, sendChanges, sendZone } from './transfer.js';

/** A parsed query with the result of verifying its signature. */
interface ParsedQuery {
  readonly message: DnsMessage;
  readonly question: Question;
  /** Domain name in the question, without a trailing dot. */
  readonly name: string;
  readonly verification: TsigVerification;
}

type Code = (typeof ResponseCode)[keyof typeof ResponseCode];

/** A rejected query: the response code, the reason for the operator, and the policy zone (empty if it is not known). */
class Rejection extends Error {
  readonly code: Code;
  readonly zone: string;

  constructor(code: Code, reason: string, zone = '') {
    super(reason);
    this.code = code;
    this.zone = zone;
  }
}

/**
 * Responds to a query. Responses of other servers are ignored, so two servers never respond to each other endlessly.
 */
export async function respond(server: DnsServer, bytes: Buffer, exchange: Exchange): Promise<void> {
  if (bytes.length < 12) return server.clients.recordRejection({ zone: '', reason: 'the message is malformed' });
  const message = new DnsMessage(bytes);
  if (message.isResponse) return;
  const query = parseQuery(server, message);
  if (query === undefined) {
    server.clients.recordRejection({ zone: '', reason: 'the message is malformed' });
    return await reject({ message, exchange, code: ResponseCode.FORMERR });
  }
  const { verification, question } = query;
  try {
    if (verification.kind === 'rejected')
      throw new Rejection(ResponseCode.NOTAUTH, `the TSIG signature was rejected (${verification.reason})`);
    await handleQuery(server, query, exchange);
  } catch (error) {
    if (exchange.signal.aborted) throw error;
    const { code, zone, message: reason } = rejectionOf(error);
    server.clients.recordRejection({ zone, reason: `${reason}, from ${exchange.address}` });
    if (code === ResponseCode.SERVFAIL) server.dependencies.log.warn({ err: error, zone }, 'a DNS query failed');
    const sign = verification.kind === 'signed' ? verification.responder.sign.bind(verification.responder) : undefined;
    await reject({
      message,
      exchange,
      code,
      question,
      sign: verification.kind === 'rejected' ? verification.sign : sign,
    });
  }
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof Rejection) return error;
  if (error instanceof DomainError && error.code === 'CONFLICT')
    return new Rejection(ResponseCode.SERVFAIL, error.message);
  const isUnavailable = error instanceof DomainError && error.code === 'STORE_UNAVAILABLE';
  return new Rejection(ResponseCode.SERVFAIL, isUnavailable ? 'the database is unavailable' : 'the query failed');
}

/** Parses a query and verifies its signature; undefined if the message is malformed. */
function parseQuery(server: DnsServer, message: DnsMessage): ParsedQuery | undefined {
  try {
    const question = message.question();
    message.assertComplete();
    const verification = verifyQuery(message, server.dependencies.settings.tsigKeys, server.now);
    return { message, question, name: presentationFormatOf(question.name).slice(0, -1), verification };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

async function handleQuery(server: DnsServer, query: ParsedQuery, exchange: Exchange): Promise<void> {
  const { message, question } = query;
  if (question.class !== internetClass) {
    throw new Rejection(ResponseCode.REFUSED, `the class of the query is ${question.class}, not IN (${internetClass})`);
  }
  switch (message.opcode) {
    case Opcode.NOTIFY:
      return await acknowledge(server, query, exchange);
    case Opcode.QUERY:
      return await respondToQuery(server, query, exchange);
    default:
      throw new Rejection(ResponseCode.NOTIMP, `the opcode ${message.opcode} is not supported`);
  }
}

async function acknowledge(server: DnsServer, query: ParsedQuery, exchange: Exchange): Promise<void> {
  const { message, name, question, verification } = query;
  const key = verification.kind === 'signed' ? verification.key.name : null;
  if (!(await server.onNotify({ zone: name, address: exchange.address, key }))) {
    throw new Rejection(
      ResponseCode.REFUSED,
      `NOTIFY for ${name} is not from the primary server of an axfr source, or not signed with the key of the source`,
    );
  }
  const header = { id: message.id, opcode: Opcode.NOTIFY, code: ResponseCode.NOERROR, isAuthoritative: true, question };
  await exchange.send(signerOf(query)(new MessageWriter(header).finish()));
}

async function respondToQuery(server: DnsServer, query: ParsedQuery, exchange: Exchange): Promise<void> {
  const { message, question } = query;
  const zone = permittedZone(server, query, exchange);
  const sign = signerOf(query);
  server.clients.recordRequest({ zone: zone.zone, address: exchange.address });
  const writer = new TransferWriter({
    ...{ id: message.id, question, hasEdns: message.hasEdns() },
    send: (response) => exchange.send(sign(response)),
  });
  const transfer = { server, zone, writer, exchange };
  switch (question.type) {
    case RecordType.AXFR:
      if (exchange.transport === 'udp') throw new Rejection(ResponseCode.FORMERR, 'AXFR requires TCP', zone.zone);
      return await sendZone(transfer);
    case RecordType.IXFR: {
      const record = message.firstAuthority();
      if (record?.type !== RecordType.SOA)
        throw new Rejection(ResponseCode.FORMERR, 'the IXFR query contains no serial', zone.zone);
      if (exchange.transport === 'tcp') return await sendChanges(transfer, message.startOfAuthority(record).serial);
      // The client repeats the query over TCP if the serial differs (RFC 1995, section 2).
      await writer.addAuthority(await readSerial(server, zone));
      return await writer.end();
    }
    case RecordType.SOA:
      await writer.addAuthority(await readSerial(server, zone));
      return await writer.end();
    case RecordType.NS:
      await writer.addNameserver();
      return await writer.end();
    default:
      throw new Rejection(
        ResponseCode.REFUSED,
        `queries of the type ${question.type} are not supported; expected SOA, NS, AXFR or IXFR`,
        zone.zone,
      );
  }
}

/**
 * The policy zone of the question.
 * @throws {Rejection} REFUSED if there is none, or the client may not read it
 */
function permittedZone(server: DnsServer, { name, verification }: ParsedQuery, { address }: Exchange): PolicyZone {
  const zone = server.dependencies.configuration.dns.policyZones.find((served) => served.zone === name);
  if (zone === undefined) throw new Rejection(ResponseCode.REFUSED, 'this server does not serve the requested zone');
  const key = verification.kind === 'signed' ? verification.key.name : null;
  if (zone.key === null && scopeOfAddress(address) !== 'loopback') {
    throw new Rejection(
      ResponseCode.REFUSED,
      'the client is on another machine, and [dns] policy_zones has no key for the zone',
      name,
    );
  }
  if (zone.key !== null && key !== zone.key) {
    const reason =
      key === null ? 'the query is not signed' : 'the query is signed with a key other than that of the zone';
    throw new Rejection(ResponseCode.REFUSED, reason, name);
  }
  return zone;
}

function signerOf({ verification }: ParsedQuery): (message: Buffer) => Buffer {
  return verification.kind === 'signed' ? (message) => verification.responder.sign(message) : (message) => message;
}

async function reject(options: {
  message: DnsMessage;
  exchange: Exchange;
  code: Code;
  question?: Question;
  sign?: ((message: Buffer) => Buffer) | undefined;
}): Promise<void> {
  const { message, exchange, code, question, sign } = options;
  const writer = new MessageWriter({ id: message.id, opcode: message.opcode, code, isAuthoritative: false, question });
  if (question !== undefined && message.hasEdns()) writer.addEdns(maxUdpBytes);
  const response = writer.finish();
  await exchange.send(sign?.(response) ?? response);
}
