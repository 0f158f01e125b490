import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PolicyZone, SecondaryServer } from '../../../../platform/configuration/index.js';
import { messageOf } from '../../../../platform/message-of.js';
import { scopeOfAddress } from '../../../../platform/network/index.js';
import { DnsMessage, Opcode, queryMessage, RecordType, TsigSession } from '../../dns/index.js';
import { recordNotifyResult } from '../repository.js';
import { type DnsServer, keyOf } from './context.js';

/**
 * Times to wait for the response to each message, in milliseconds. After the last message, the secondary server must
 * find the change itself.
 */
const responseTimeoutsMs = [1000, 2000, 4000, 8000, 15_000] as const;

type NotifyingServer = Pick<DnsServer, 'dependencies' | 'now'>;

/** Notifies a secondary server that a zone has changed (RFC 1996), with up to five messages until it confirms one. */
export async function notifySecondary(
  server: NotifyingServer,
  options: { zone: PolicyZone; secondary: SecondaryServer; serial: number; signal: AbortSignal },
): Promise<void> {
  const { zone, secondary, serial, signal } = options;
  const { database, log, clock } = server.dependencies;
  const { address, port } = secondary;
  let error = '';
  let messages = 0;
  for (const milliseconds of responseTimeoutsMs) {
    messages++;
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    error = await sendNotify(server, { zone, secondary, signal: attempt }).catch(String);
    if (error === '' || signal.aborted) break;
    // An error response arrives immediately, so the next message waits for the rest of the time.
    await wait(milliseconds, undefined, { signal: attempt, ref: false }).catch(() => {});
  }
  if (signal.aborted) return;
  if (error !== '')
    log.warn({ zone: zone.zone, address, port, error }, 'a secondary server did not confirm a NOTIFY message');
  const result = { serial: error === '' ? serial : null, error: error === '' ? null : error, at: clock.now() };
  await database.guard((sql) => recordNotifyResult(sql, { zone: zone.zone, address, port, messages, ...result }));
}

/** Sends one message; returns an empty string if the server confirmed it, otherwise the reason why it did not. */
async function sendNotify(
  server: NotifyingServer,
  { zone, secondary, signal }: { zone: PolicyZone; secondary: SecondaryServer; signal: AbortSignal },
): Promise<string> {
  const key = keyOf(server, zone);
  const session = key === null ? undefined : new TsigSession(key, server.now);
  const id = randomInt(0x10000);
  const query = queryMessage({ id, zone: zone.zone, type: RecordType.SOA });
  query.writeUInt8((Opcode.NOTIFY << 3) | 0x04, 2);
  const socket = createSocket(isIPv6(secondary.address) ? 'udp6' : 'udp4');
  const source = sourceOf(server.dependencies.configuration.dns.host, secondary.address);
  try {
    if (source !== undefined) {
      socket.bind({ address: source });
      await once(socket, 'listening', { signal });
    }
    // A connected socket receives messages of this server only, and errors of its host.
    socket.connect(secondary.port, secondary.address);
    await once(socket, 'connect', { signal });
    socket.send(session?.sign(query) ?? query);
    for (;;) {
      const [bytes] = (await once(socket, 'message', { signal })) as [Buffer]; // The first argument is the message.
      const message = new DnsMessage(bytes);
      if (!message.isResponse || message.id !== id || message.opcode !== Opcode.NOTIFY) continue;
      if (message.responseCode !== 0) return `the server responded with the DNS response code ${message.responseCode}`;
      session?.verify(message);
      return '';
    }
  } catch (error) {
    if (signal.aborted) return 'the server did not respond';
    return messageOf(error);
  } finally {
    socket.close();
  }
}

/**
 * The address that messages to a secondary server are sent from: the address on which this server listens, because
 * secondary servers accept messages from the address of their primary server only. Undefined if the system must choose
 * it.
 */
function sourceOf(host: string, address: string): string | undefined {
  const isSpecific = isIP(host) === isIP(address) && host !== '0.0.0.0' && host !== '::';
  // A server that listens on a loopback address can have a forwarder for other machines.
  const isReachable = scopeOfAddress(host) !== 'loopback' || scopeOfAddress(address) === 'loopback';
  return isSpecific && isReachable ? host : undefined;
}
