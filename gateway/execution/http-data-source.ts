import type { RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { DataSource, FetchRequest, FetchResult } from './data-source.js';

export interface HttpDataSourceOptions {
  /** For messages. */
  readonly name: string;
  readonly url: string;
  /** Headers for one request, for example the signed caller; `body` is what is sent. */
  readonly sign?: (request: {
    readonly body: string;
    readonly context: RequestContext;
  }) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Instead of the runtime's own, which keeps connections alive. */
  readonly fetch?: typeof fetch;
}

/**
 * A subgraph behind HTTP. Throws a DomainError (`UPSTREAM_FAILED`) when it cannot be reached or answers with something else
 * than GraphQL over HTTP.
 */
export class HttpDataSource implements DataSource {
  constructor(private readonly options: HttpDataSourceOptions) {}

  async execute({ text, operationName, variables, context }: FetchRequest): Promise<FetchResult> {
    const body = JSON.stringify({ query: text, operationName, variables });
    const response = await this.send(body, context);
    const answer = await this.readAnswer(response);
    if (!isGraphqlAnswer(answer)) throw this.failure(`answered with status ${response.status}`);
    return answer;
  }

  private async send(body: string, context: RequestContext): Promise<Response> {
    const signed = await this.options.sign?.({ body, context });
    try {
      return await (this.options.fetch ?? fetch)(this.options.url, {
        method: 'POST',
        headers: {
          ...signed,
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json;q=0.9',
          'x-request-id': context.requestId,
        },
        body,
        redirect: 'error',
        signal: context.signal,
      });
    } catch (error) {
      throw this.failure('could not be reached', error);
    }
  }

  private async readAnswer(response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch (error) {
      throw this.failure(`answered with status ${response.status} and no JSON`, error);
    }
  }

  private failure(what: string, cause?: unknown): DomainError {
    return new DomainError('UPSTREAM_FAILED', `Subgraph "${this.options.name}" ${what}`, undefined, { cause });
  }
}

function isGraphqlAnswer(answer: unknown): answer is FetchResult {
  if (typeof answer !== 'object' || answer === null) return false;
  const { data, errors } = answer as { data?: unknown; errors?: unknown }; // What they are is tested next.
  return (typeof data === 'object' && data !== null) || Array.isArray(errors);
}
