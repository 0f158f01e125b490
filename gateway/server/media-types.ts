export type ResponseMediaType = 'application/json' | 'application/graphql-response+json' | 'text/event-stream';

const rememberedHeaders = 100;
const negotiatedTypes = new Map<string, ResponseMediaType | undefined>();

/**
 * The media type of a GraphQL response (GraphQL over HTTP, section 6.1; GraphQL over SSE); undefined if the client
 * accepts none. Default: `application/json`.
 */
export function negotiateMediaType(accept: string | undefined): ResponseMediaType | undefined {
  if (accept === undefined || accept === '') return 'application/json';
  if (negotiatedTypes.has(accept)) return negotiatedTypes.get(accept);
  const result = negotiate(accept);
  if (negotiatedTypes.size < rememberedHeaders) negotiatedTypes.set(accept, result);
  return result;
}

/** Whether a client accepts server-sent events, even if it prefers another media type. */
export function acceptsEventStream(accept: string | undefined): boolean {
  return readRanges(accept ?? '').some(({ type, quality }) => type === 'text/event-stream' && quality > 0);
}

/**
 * Whether a client accepts the responses of a subscription as parts of a multipart response (Apollo's multipart
 * protocol).
 */
export function acceptsSubscriptionParts(accept: string | undefined): boolean {
  return readRanges(accept ?? '').some(
    ({ type, quality, parameters }) =>
      type === 'multipart/mixed' && quality > 0 && parameters.includes('subscriptionspec=1.0'),
  );
}

/**
 * Formats of incremental responses. Apollo Client 3 and 4, Apollo Router and common network layers of Relay read the
 * first; graphql-js 17 writes the second.
 */
export type IncrementalFormat = 'deferSpec=20220824' | 'incrementalSpec=v0.2';

const incrementalFormats = new Map<string, IncrementalFormat | undefined>();

/**
 * The format of incremental responses that a client accepts; undefined if it accepts none. If the client names no
 * format, the older one.
 */
export function incrementalFormat(accept: string | undefined): IncrementalFormat | undefined {
  if (accept === undefined || !accept.includes('multipart/')) return undefined;
  if (incrementalFormats.has(accept)) return incrementalFormats.get(accept);
  const formats = readRanges(accept).flatMap((range) => formatOf(range) ?? []);
  const result = formats.includes('deferSpec=20220824') ? 'deferSpec=20220824' : formats[0];
  if (incrementalFormats.size < rememberedHeaders) incrementalFormats.set(accept, result);
  return result;
}

function formatOf({ type, quality, parameters }: MediaRange): IncrementalFormat | undefined {
  if (type !== 'multipart/mixed' || !(quality > 0)) return undefined;
  const spec = parameters.find((parameter) => /^[a-z]+spec=/.test(parameter));
  if (spec === 'incrementalspec=v0.2') return 'incrementalSpec=v0.2';
  return spec === undefined || spec === 'deferspec=20220824' ? 'deferSpec=20220824' : undefined;
}

/** Whether a browser requests a page: it accepts HTML explicitly, and prefers it at least as much as JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false;
  const ranges = readRanges(accept);
  const html = ranges.find((range) => range.type === 'text/html')?.quality ?? 0;
  const json = ranges.filter((range) => range.type.endsWith('json')).map((range) => range.quality);
  return html > 0 && html >= Math.max(0, ...json);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  /** Parameters of the media type in lower case, such as `charset=utf-8`. */
  readonly parameters: readonly string[];
}

function negotiate(accept: string): ResponseMediaType | undefined {
  const ranges = readRanges(accept).filter((range) => range.quality > 0);
  let best: { type: ResponseMediaType; quality: number } | undefined;
  for (const { type, quality } of ranges) {
    const offered = mediaTypeOf(type);
    if (offered !== undefined && (best === undefined || quality > best.quality)) best = { type: offered, quality };
  }
  return best?.type;
}

function mediaTypeOf(type: string): ResponseMediaType | undefined {
  if (type === 'application/graphql-response+json' || type === 'text/event-stream') return type;
  return type === 'application/json' || type === 'application/*' || type === '*/*' ? 'application/json' : undefined;
}

function readRanges(accept: string): MediaRange[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase().replaceAll('"', ''));
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { type, quality: Number.isFinite(quality) ? quality : 0, parameters };
  });
}
