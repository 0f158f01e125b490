import { maxResponseBytes } from '../execution/index.js';

/**
 * Maximum size of the body of a call, in bytes. The representations of many entities can exceed the maximum size of a
 * client request.
 */
export const maxCallBytes = 64 * 1024 * 1024;
/** Maximum size of the first line of a message. It contains the caller, who may have access to many tenants. */
const maxHeadBytes = 256 * 1024;
/** Maximum sizes of messages, in bytes. */
export const maxMessageBytes = { call: maxCallBytes + maxHeadBytes, response: maxResponseBytes + maxHeadBytes };

/** Close code for a connection whose messages have an invalid format (RFC 6455, section 7.4.1). */
export const protocolError = 1002;

/** The first line of a message to a subgraph's process: a call; without headers, its cancellation. */
export interface CallHead {
  /** Unique on the connection. */
  readonly id: number;
  /** The headers that a call over HTTP would have. The path is part of the signed call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The first line of a message to a gateway: a response; without an id, the request to make further calls elsewhere. */
export interface ResponseHead {
  readonly id?: number;
  readonly status?: number;
}

interface Message<Head> {
  readonly head: Head;
  readonly body: Buffer;
}

const lineFeed = 0x0a;

/** Writes a message: a line of JSON, and the body of a call or a response after a line break. */
export function messageOf(head: CallHead | ResponseHead, body?: string): string {
  const headLine = JSON.stringify(head);
  return body === undefined ? headLine : appendBody(headLine, body);
}

function appendBody(headLine: string, body: string): string {
  return `${headLine}\n${body}`;
}

/** Writes a call; undefined if it is longer than a process accepts. */
export function callMessageOf(head: Required<CallHead>, body: string): string | undefined {
  const headLine = messageOf(head);
  const isTooLong = isLongerThan(headLine, maxHeadBytes) || isLongerThan(body, maxCallBytes);
  return isTooLong ? undefined : appendBody(headLine, body);
}

/** Whether a text is longer than `maxBytes` in UTF-8. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  // A code unit takes at most three bytes.
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** Reads a message to a process; undefined if its format is invalid. */
export function readCall(message: Buffer): Message<CallHead> | undefined {
  const read = readMessage<CallHead>(message);
  if (read === undefined) return undefined;
  const { id, headers } = read.head;
  return Number.isSafeInteger(id) && (headers === undefined || isStringRecord(headers)) ? read : undefined;
}

/** Reads a message to a gateway; undefined if its format is invalid. */
export function readResponse(message: Buffer): Message<ResponseHead> | undefined {
  const read = readMessage<ResponseHead>(message);
  const parts: unknown[] = [read?.head.id, read?.head.status];
  return parts.every((part) => part === undefined || Number.isSafeInteger(part)) ? read : undefined;
}

/** Reads the head without validating its members. */
function readMessage<Head>(message: Buffer): Message<Head> | undefined {
  const lineEnd = message.indexOf(lineFeed);
  const end = lineEnd === -1 ? message.length : lineEnd;
  if (end > maxHeadBytes) return undefined;
  try {
    const head: Head | null = JSON.parse(message.toString('utf8', 0, end));
    return typeof head === 'object' && head !== null ? { head, body: message.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}

function isStringRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
