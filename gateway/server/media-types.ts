export type ResponseMediaType = 'application/json' | 'application/graphql-response+json' | 'text/event-stream';

const rememberedHeaders = 100;
const negotiated = new Map<string, ResponseMediaType | undefined>();

/**
 * The media type of a GraphQL answer (GraphQL over HTTP, section 6.1; GraphQL over SSE); undefined when the client accepts none.
 * `application/json` where the client has no preference.
 */
export function negotiateMediaType(accept: string | undefined): ResponseMediaType | undefined {
  if (accept === undefined || accept === '') return 'application/json';
  if (negotiated.has(accept)) return negotiated.get(accept);
  const result = negotiate(accept);
  if (negotiated.size < rememberedHeaders) negotiated.set(accept, result);
  return result;
}

/** Whether a client reads server-sent events, even if it prefers another media type. */
export function acceptsEventStream(accept: string | undefined): boolean {
  return readRanges(accept ?? '').some(({ type, quality }) => type === 'text/event-stream' && quality > 0);
}

/** Whether a browser asks for a page: HTML is named, and liked no less than JSON. */
export function wantsPage(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false;
  const ranges = readRanges(accept);
  const html = ranges.find((range) => range.type === 'text/html')?.quality ?? 0;
  const json = ranges.filter((range) => range.type.endsWith('json')).map((range) => range.quality);
  return html > 0 && html >= Math.max(0, ...json);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function negotiate(accept: string): ResponseMediaType | undefined {
  const ranges = readRanges(accept).filter((range) => range.quality > 0);
  let best: { type: ResponseMediaType; quality: number } | undefined;
  for (const { type, quality } of ranges) {
    const offered = offer(type);
    if (offered !== undefined && (best === undefined || quality > best.quality)) best = { type: offered, quality };
  }
  return best?.type;
}

function offer(type: string): ResponseMediaType | undefined {
  if (type === 'application/graphql-response+json' || type === 'text/event-stream') return type;
  return type === 'application/json' || type === 'application/*' || type === '*/*' ? 'application/json' : undefined;
}

function readRanges(accept: string): MediaRange[] {
  return accept.split(',').map((written) => {
    const [type = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });
}
