import { isObject } from '../../platform/is-object.js';
import { parseJson } from '../../platform/parse-json.js';
import { maxResponseBytes } from '../execution/index.js';

/**
 * Maximum size of the body of a call, in bytes. The representations of many entities can exceed the maximum size of a
 * client request.
 */
export const maxCallBytes = 64 * 1024 * 1024;
/**
 * Maximum size of the first line of a message in bytes. It contains the caller, who may have access to many tenants.
 */
export const maxHeadBytes = 256 * 1024;
/** Maximum sizes of messages in bytes, including their first line. */
export const maxMessageBytes = { call: maxCallBytes + maxHeadBytes, response: maxResponseBytes + maxHeadBytes };

/** Close code for a connection whose messages have an invalid format (RFC 6455, section 7.4.1). */
export const protocolError = 1002;

/**
 * The first line of a message from a gateway to a subgraph's process: a call or, without `headers`, the cancellation of
 * a call.
 */
export interface CallHead {
  /** Id of the call, unique on its connection. */
  readonly id: number;
  /** The headers that the call would have over HTTP; absent for a cancellation. The path is part of the signed call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The first line of a message from a subgraph's process to a gateway: a response or, without `id`, the instruction to
 * send further calls to another process.
 */
export interface ResponseHead {
  readonly id?: number;
  readonly status?: number;
}

interface Message<Head> {
  readonly head: Head;
  readonly body: Buffer;
}

const lineFeed = 0x0a;

/** Serializes a message: a line of JSON and, after a line break, the body of a call or response. */
export function messageOf(head: CallHead | ResponseHead, body?: string): string {
  const headLine = JSON.stringify(head);
  return body === undefined ? headLine : appendBody(headLine, body);
}

function appendBody(headLine: string, body: string): string {
  return `${headLine}\n${body}`;
}

/** Serializes a call; undefined if the message exceeds the maximum size that a process accepts. */
export function callMessageOf(head: Required<CallHead>, body: string): string | undefined {
  const headLine = messageOf(head);
  const isTooLong = isLongerThan(headLine, maxHeadBytes) || isLongerThan(body, maxCallBytes);
  return isTooLong ? undefined : appendBody(headLine, body);
}

/** Whether a string is longer than `maxBytes` in UTF-8. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  // A UTF-16 code unit has at most three bytes in UTF-8.
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** Parses a message from a gateway to a subgraph's process; undefined if its format is invalid. */
export function readCall(message: Buffer): Message<CallHead> | undefined {
  const parsed = readMessage<CallHead>(message);
  if (parsed === undefined) return undefined;
  const { id, headers } = parsed.head;
  return Number.isSafeInteger(id) && (headers === undefined || isStringRecord(headers)) ? parsed : undefined;
}

/** Parses a message from a subgraph's process to a gateway; undefined if its format is invalid. */
export function readResponse(message: Buffer): Message<ResponseHead> | undefined {
  const parsed = readMessage<ResponseHead>(message);
  const parts: unknown[] = [parsed?.head.id, parsed?.head.status];
  return parts.every((part) => part === undefined || Number.isSafeInteger(part)) ? parsed : undefined;
}

/** Parses a message, without validating the members of its head. */
function readMessage<Head>(message: Buffer): Message<Head> | undefined {
  const lineEnd = message.indexOf(lineFeed);
  const end = lineEnd === -1 ? message.length : lineEnd;
  if (end > maxHeadBytes) return undefined;
  const head = parseJson(message.toString('utf8', 0, end));
  return isObject(head) ? { head: head as Head, body: message.subarray(end + 1) } : undefined;
}

function isStringRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
