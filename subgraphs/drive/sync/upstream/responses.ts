import { DomainError } from '../../../../platform/domain-error.js';
import { membersOf } from '../../../../platform/is-object.js';
import { readBounded } from '../../../../platform/read-bounded.js';
import { type Access, explainRejection } from '../rules/rejections.js';
import type { DrivePermission } from '../vocabulary.js';
import { discard, type HttpResponse } from './http-client.js';

/** Maximum size of a JSON response in bytes; pages of delta queries are far smaller. */
const maxJsonBytes = 64 * 1024 * 1024;
const maxErrorBytes = 65_536;
const maxMessageLength = 1000;

/** Removes secrets and characters that PostgreSQL cannot store from text that another server returned. */
export type Redactor = (text: string) => string;

/** Matches JWTs, such as access tokens and client assertions. */
const tokens = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** Creates a function that replaces JWTs, the given secrets, even if they are URL-encoded, and null characters. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const replaced = secrets.filter((secret) => secret !== '').flatMap(formsOf);
  return (text) =>
    replaced
      .reduce((redacted, secret) => redacted.replaceAll(secret, '[hidden]'), text.replace(tokens, '[hidden]'))
      .replaceAll('\0', '\ufffd')
      .toWellFormed();
}

/** The secret, and its forms in URLs and in the form data of token requests, which also encodes `~`. */
function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)];
}

/**
 * Reads the JSON body of a response.
 * @throws {DomainError} UPSTREAM_FAILED if the body is invalid or too large
 */
export async function readJson(response: HttpResponse, maxBytes = maxJsonBytes): Promise<unknown> {
  const tooLarge = (): Error =>
    new DomainError('UPSTREAM_FAILED', `The server sent a response of more than ${maxBytes} bytes`);
  const bytes = await readBounded(response.body, { maxBytes, tooLarge });
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new DomainError('UPSTREAM_FAILED', 'The server sent a response that is not JSON', {
      reason: 'malformed_response',
      status: response.statusCode,
    });
  }
}

/** A response of Microsoft Graph that rejects a request, with the context for its error message. */
export interface Rejection {
  readonly response: HttpResponse;
  /** Purpose of the request, for the error message. */
  readonly step: string;
  readonly needs: DrivePermission;
  readonly redact: Redactor;
  readonly access: Access;
}

/** Creates the error for a response of Microsoft Graph with the body `{"error": {"code", "message", "innererror"}}`. */
export async function rejectionOf({ response, step, needs, redact, access }: Rejection): Promise<DomainError> {
  const { statusCode: status } = response;
  const { codes, message } = await errorIn(response);
  const [outermost = ''] = codes;
  const { reason, hint, code = outermost } = explainRejection({ status, codes, needs, access });
  const reported = redact([code, message].filter((part) => part !== '').join(': ')).slice(0, maxMessageLength);
  const text = `${step}: the document site returned ${status}${reported === '' ? '' : ` ${reported}`}${hint}`;
  return new DomainError('UPSTREAM_FAILED', text, {
    ...{ reason, status },
    ...(code === '' ? {} : { upstreamCode: redact(code).slice(0, 100) }),
    ...(status === 403 && reason !== 'malware' ? { permission: needs } : {}),
  });
}

/** Maximum number of errors to read: the outermost one and the errors nested in it. */
const maxNestedErrors = 5;

/**
 * Reads the message of an error response, and the codes of the error and its nested errors, outermost first ("Microsoft
 * Graph error responses").
 */
async function errorIn(response: HttpResponse): Promise<{ codes: string[]; message: string }> {
  const body = await readJson(response, maxErrorBytes).catch(() => discard(response));
  const codes: string[] = [];
  const outermost = membersOf(membersOf(body).error);
  let error = outermost;
  for (let depth = 0; depth < maxNestedErrors; depth++) {
    if (typeof error.code === 'string') codes.push(error.code);
    error = membersOf(error.innererror ?? error.innerError);
  }
  return { codes, message: typeof outermost.message === 'string' ? outermost.message : '' };
}
