/** A signature that a client requests: RFC 9421, section 5. */
export interface RequestedSignature {
  /** Label of the signature in the response. */
  readonly label: string;
  /** Covered components in serialized form, in the order of the request. */
  readonly components: readonly string[];
  readonly nonce: string | undefined;
  readonly tag: string | undefined;
  readonly keyId: string | undefined;
}

const maxCharacters = 2048;
const maxParameterCharacters = 256;

/** Response components that can be signed, in serialized form. */
const supportedComponents: ReadonlySet<string> = new Set([
  '"@status"',
  '"content-type"',
  '"content-digest"',
  ...['"@method";req', '"@path";req', '"@query";req', '"@authority";req'],
]);

/** The supported parameters that must have a string value; `created`, the only other one, needs no value. */
const stringParameters: ReadonlySet<string> = new Set(['alg', 'nonce', 'tag', 'keyid']);
const supportedParameters: ReadonlySet<string> = new Set(['created', ...stringParameters]);

const label = /^([a-z*][a-z0-9_.*-]{0,63})=\( */;
const itemPattern = /^ *("[a-z0-9@-]{1,64}"(?:;req)?) */;
const parameterPattern = /^ *; *([a-z*][a-z0-9_.*-]*)(?:=(?:"((?:[ !#-[\]-~]|\\["\\])*)"|(\d{1,15})|\?1))?/;

/**
 * The first signature that an `Accept-Signature` header requests; undefined if the header is malformed, or requests
 * what the server does not support: other components, parameters or algorithms. Such a request is ignored (RFC 9421,
 * section 5.2).
 */
export function parseAcceptSignature(header: string): RequestedSignature | undefined {
  if (header.length > maxCharacters) return undefined;
  const [start, name] = label.exec(header) ?? [];
  if (start === undefined || name === undefined) return undefined;
  let remainder = header.slice(start.length);
  const components: string[] = [];
  for (let match = itemPattern.exec(remainder); match !== null; match = itemPattern.exec(remainder)) {
    const component = match[1] ?? '';
    if (!supportedComponents.has(component) || components.includes(component)) return undefined;
    components.push(component);
    remainder = remainder.slice(match[0].length);
  }
  if (!remainder.startsWith(')')) return undefined;
  const parameters = parseParameters(remainder.slice(1));
  return parameters && { label: name, components, ...parameters };
}

/** Parses the parameters of a requested signature; undefined if they are malformed or not supported. */
function parseParameters(text: string): Omit<RequestedSignature, 'label' | 'components'> | undefined {
  const parameters = new Map<string, string>();
  let remainder = text;
  for (let match = parameterPattern.exec(remainder); match !== null; match = parameterPattern.exec(remainder)) {
    const [matchedText, name = '', quoted] = match;
    if (quoted === undefined && stringParameters.has(name)) return undefined;
    parameters.set(name, quoted?.replaceAll(/\\(["\\])/g, '$1') ?? '');
    remainder = remainder.slice(matchedText.length);
  }
  if (!/^ *(,|$)/.test(remainder)) return undefined;
  const isRejected = ([name, value]: [string, string]): boolean =>
    !supportedParameters.has(name) || value.length > maxParameterCharacters;
  if ([...parameters].some(isRejected)) return undefined;
  if ((parameters.get('alg') ?? 'ed25519') !== 'ed25519') return undefined;
  return { nonce: parameters.get('nonce'), tag: parameters.get('tag'), keyId: parameters.get('keyid') };
}
