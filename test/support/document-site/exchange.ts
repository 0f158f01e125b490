import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to the simulated site and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** The response to a request for a file with malware. */
export function rejectMalware(response: ServerResponse): void {
  const error = { code: 'accessDenied', message: 'Malware detected', innererror: { code: 'malwareDetected' } };
  json(response, 403, { error });
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
