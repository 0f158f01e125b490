import type { Answer } from '../response.js';

/** The body of all errors of this service: specification, section 7. */
export function messageBody(message: string): { message: string } {
  return { message };
}

export function messageAnswer(status: number, message: string, headers?: Readonly<Record<string, string>>): Answer {
  return { status, body: JSON.stringify(messageBody(message)), ...(headers && { headers }) };
}
