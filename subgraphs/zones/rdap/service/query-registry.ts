import { DomainError } from '../../../../platform/domain-error.js';
import { isAbout, judgeAnswer, readAnswer } from '../rules/answer.js';
import { hasGaps } from '../rules/dossier.js';
import { referralOf } from '../rules/referral.js';
import { type FetchedDocument, type FetchRules, fetchDocument, upstreamFailed } from './fetch-document.js';

/** What was heard of a domain; texts are as they came. */
export interface RegistryResponse {
  /** URL of the answer. */
  readonly source: string;
  /** Null: the registry knows no such domain. */
  readonly answer: string | null;
  /** The registrar's own answer, when it was asked and had one. */
  readonly referred: string | null;
}

/**
 * Asks the registry about a domain, and once the registrar that it names, where its answer leaves gaps.
 * @param base base URL of the registry's server, ending in a slash
 * @throws {DomainError} UPSTREAM_TIMEOUT; UPSTREAM_FAILED, with `retryAfterSeconds` when the registry named a time
 */
export async function queryRegistry(query: {
  domain: string;
  base: string;
  rules: FetchRules;
}): Promise<RegistryResponse> {
  const { domain, base, rules } = query;
  const document = await fetchDocument(new URL(`domain/${domain}`, base).href, rules);
  const { url: source, text } = document;
  if (document.status === 404) return { source, answer: null, referred: null };
  const answer = answerIn(document);
  const kind = judgeAnswer(answer);
  if (kind === 'not-found') return { source, answer: null, referred: null };
  if (kind === 'foreign') throw upstreamFailed("The registry's answer is not about a domain");
  return { source, answer: text, referred: await askRegistrar({ answer, domain, source, rules }) };
}

/** The registrar's answer; null when there is nothing to ask, or asking failed: the registry's answer stands by itself. */
async function askRegistrar(query: {
  answer: unknown;
  domain: string;
  source: string;
  rules: FetchRules;
}): Promise<string | null> {
  const { answer, domain, rules } = query;
  const url = hasGaps(readAnswer(answer)) ? referralOf(answer, query) : null;
  if (url === null) return null;
  try {
    const document = await fetchDocument(url, rules);
    const referred = answerIn(document);
    return judgeAnswer(referred) === 'domain' && isAbout(referred, domain) ? document.text : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The JSON of an answer, whatever media type it claims: many servers send `application/json` or worse. */
function answerIn({ status, text, retryAfter }: FetchedDocument): unknown {
  if (status !== 200) {
    const retryAfterSeconds = secondsIn(retryAfter);
    throw upstreamFailed(`The registry answered ${status}`, retryAfterSeconds === null ? {} : { retryAfterSeconds });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw upstreamFailed("The registry's answer is not JSON", { cause: error });
  }
}

const secondsOfADay = 86_400;

/** Retry-After in seconds, a day at most. The form with a date is left out: it needs both clocks to agree. */
function secondsIn(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), secondsOfADay) : null;
}
