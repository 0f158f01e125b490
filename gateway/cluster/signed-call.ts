import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { anonymous, type Caller, type Interface, type RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import { membersOf } from '../../platform/is-object.js';
import { parseJson } from '../../platform/parse-json.js';
import { ReplayCache } from './replay-cache.js';

/** Name of the header with the call: base64url of its JSON. */
export const callHeader = 'x-rampart-call';
/**
 * Name of the header with the signature: base64url of HMAC-SHA256 over the call header. The call contains the digest of
 * the body, so the body of an unauthenticated call is not read.
 */
export const signatureHeader = 'x-rampart-signature';

/** Maximum age of a call, and maximum clock skew between processes, in milliseconds. */
export const callLifetimeMs = 30_000;
export const clockToleranceMs = 5_000;

/**
 * Access to alerts for callers without credentials, as configured. The gateway and the subgraphs must have the same
 * value.
 */
export type AlertAccess = 'open' | 'token';

/** The signed content of a call from a gateway to a subgraph. */
export interface Call {
  /** The path that is called. A call to one subgraph is invalid for another subgraph. */
  readonly to: string;
  readonly caller: Caller;
  readonly via: Interface;
  readonly sourceAddress: string;
  readonly requestId: string;
  readonly alerts: AlertAccess;
  /** SHA-256 of the body in base64url. */
  readonly digest: string;
  /** Time of signing in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Id of the call, different for each call. */
  readonly id: string;
}

/** The reason why a call is rejected. */
export type CallRejection =
  | 'unsigned'
  | 'bad-signature'
  | 'malformed'
  | 'wrong-audience'
  | 'expired'
  | 'not-yet-valid'
  | 'before-start'
  | 'replayed';

/** The request context of calls that the gateway makes on its own behalf. */
export const gatewayContext = { caller: anonymous, via: 'rest', sourceAddress: '', requestId: '' } as const;

interface UnsignedCall {
  readonly to: string;
  readonly body: string;
  readonly context: Omit<RequestContext, 'signal'>;
}

export type SignCall = (call: UnsignedCall) => Record<string, string>;

/** Creates a function that signs calls with the first of the configured secrets. */
export function createCallSigner(options: {
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly alerts: AlertAccess;
}): SignCall {
  const { secrets, clock, alerts } = options;
  const [secret] = secrets;
  if (secret === undefined) throw new Error('[cluster] shared_secret is empty: signing calls requires a secret');
  const instanceId = randomBytes(12).toString('base64url');
  let count = 0;
  return function signCall({ to, body, context }) {
    const { caller, via, sourceAddress, requestId } = context;
    const id = `${instanceId}.${(++count).toString(36)}`;
    const digest = digestOf(body);
    const call: Call = { to, caller, via, sourceAddress, requestId, alerts, digest, at: clock.now(), id };
    const text = Buffer.from(JSON.stringify(call)).toString('base64url');
    return { [callHeader]: text, [signatureHeader]: signatureOf(secret, text).toString('base64url') };
  };
}

interface CallToVerify {
  readonly to: string;
  readonly call: string | undefined;
  readonly signature: string | undefined;
}

export type VerifyCall = (received: CallToVerify) => Call | CallRejection;

/**
 * Creates a function that verifies the headers of calls signed with any of the configured secrets, and accepts each
 * call only once; {@link isBodyOf} verifies the body. Calls signed before the start of this process are rejected,
 * because its predecessor may have accepted them.
 */
export function createCallVerifier(options: {
  readonly secrets: readonly string[];
  readonly clock: Clock;
}): VerifyCall {
  const { secrets, clock } = options;
  const usedCalls = new ReplayCache(callLifetimeMs + clockToleranceMs);
  const startedAt = clock.now();
  return function verifyCall({ to, call: text, signature }) {
    if (text === undefined || signature === undefined) return 'unsigned';
    const received = Buffer.from(signature, 'base64url');
    if (!secrets.some((secret) => isSame(signatureOf(secret, text), received))) return 'bad-signature';
    const call = readCall(text);
    if (call === undefined) return 'malformed';
    if (call.to !== to) return 'wrong-audience';
    const now = clock.now();
    if (now - call.at > callLifetimeMs) return 'expired';
    if (call.at - now > clockToleranceMs) return 'not-yet-valid';
    // If this process started in the future, the clock was set back since then.
    if (call.at < startedAt && startedAt <= now) return 'before-start';
    return usedCalls.add(call.id, now) ? call : 'replayed';
  };
}

/** Whether the SHA-256 of the body equals the signed digest. */
export function isBodyOf({ digest }: Pick<Call, 'digest'>, body: Buffer | string): boolean {
  return digestOf(body) === digest;
}

function digestOf(body: Buffer | string): string {
  return hash('sha256', body, 'base64url');
}

function signatureOf(secret: string, call: string): Buffer {
  return createHmac('sha256', secret).update(call).digest();
}

function isSame(expected: Buffer, received: Buffer): boolean {
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/**
 * Parses a signed call; undefined if its format is unknown, because the gateway that signed it may have another
 * version.
 */
function readCall(text: string): Call | undefined {
  const call: Partial<Call> = membersOf(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  const { to, via, sourceAddress, requestId, digest, id } = call;
  const strings = [to, via, sourceAddress, requestId, digest, id, call.caller?.kind, call.alerts];
  const isCall = strings.every((part) => typeof part === 'string') && Number.isFinite(call.at);
  return isCall ? (call as Call) : undefined; // All members were validated.
}
