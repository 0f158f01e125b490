import { readFileSync } from 'node:fs';
import { Agent } from 'undici';

/** Options of the generated functions, in addition to the documented parameters. */
export interface GeneratedRequest extends RequestInit {
  readonly baseUrl?: string;
  readonly token?: string;
  /** PEM file of the only trusted certificate. */
  readonly certificateFile?: string;
}

/** Sends a request of a generated function. Redirects are returned, not followed. */
export async function sendGenerated<Result>(path: string, options: GeneratedRequest): Promise<Result> {
  const { baseUrl = '', token, certificateFile, headers, ...init } = options;
  const sentHeaders = new Headers(headers);
  if (token !== undefined) sentHeaders.set('authorization', `Bearer ${token}`);
  const dispatcher = certificateFile && new Agent({ connect: { ca: readFileSync(certificateFile) } });
  const trust = dispatcher && { dispatcher };
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, ...trust, headers: sentHeaders });
  const body = await response.text();
  if (dispatcher) await dispatcher.close();
  const data: unknown = body === '' ? undefined : JSON.parse(body);
  // The callers verify the format of the response.
  return { data, status: response.status, headers: response.headers } as Result;
}
