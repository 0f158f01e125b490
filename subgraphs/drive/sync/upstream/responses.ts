import { DomainError } from '../../../../platform/domain-error.js';
import { discard, type HttpResponse } from './http-client.js';

/** Maximum size of a JSON response; pages of delta queries are far smaller. */
const maxJsonBytes = 64 * 1024 * 1024;
const maxErrorBytes = 65_536;
const maxMessageLength = 1000;

/** Removes secrets from text that another server returned. */
export type Scrub = (text: string) => string;

/** Replaces these secrets, also in URL encoding. */
export function createScrub(secrets: readonly string[]): Scrub {
  const hidden = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return (text) => hidden.reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text);
}

/**
 * The JSON body of a response.
 * @throws {DomainError} UPSTREAM_FAILED if it is invalid or too large
 */
export async function readJson(answer: HttpResponse, maxBytes = maxJsonBytes): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      answer.body.destroy();
      throw new DomainError('UPSTREAM_FAILED', `The document site sent a response of more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new DomainError('UPSTREAM_FAILED', 'The document site sent a response that is not JSON', {
      reason: 'malformed_answer',
      status: answer.statusCode,
    });
  }
}

/** The error of a response of Microsoft Graph: `{"error": {"code", "message"}}`. */
export async function refusalOf(options: {
  answer: HttpResponse;
  step: string;
  needs: string;
  scrub: Scrub;
}): Promise<DomainError> {
  const { answer, step, needs, scrub } = options;
  const { code, message } = await errorIn(answer);
  const reported = scrub([code, message].filter((part) => part !== '').join(': ')).slice(0, maxMessageLength);
  const hint = answer.statusCode === 403 ? ` (requires the permission ${needs})` : '';
  const text = `${step}: the document site returned ${answer.statusCode}${reported === '' ? '' : ` ${reported}`}${hint}`;
  return new DomainError('UPSTREAM_FAILED', text, {
    reason: answer.statusCode === 403 ? 'missing_permission' : 'refused',
    status: answer.statusCode,
    ...(code === '' ? {} : { upstreamCode: scrub(code).slice(0, 100) }),
    ...(answer.statusCode === 403 ? { permission: needs } : {}),
  });
}

async function errorIn(answer: HttpResponse): Promise<{ code: string; message: string }> {
  const body = await readJson(answer, maxErrorBytes).catch(() => discard(answer));
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const fields: { code?: unknown; message?: unknown } = typeof error === 'object' && error !== null ? error : {};
  return {
    code: typeof fields.code === 'string' ? fields.code : '',
    message: typeof fields.message === 'string' ? fields.message : '',
  };
}
