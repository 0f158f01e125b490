/** The package has no types; these cover the functions that are used. */
declare module 'tr46' {
  interface Options {
    readonly checkBidi?: boolean;
    readonly checkHyphens?: boolean;
    readonly checkJoiners?: boolean;
    readonly useSTD3ASCIIRules?: boolean;
    readonly verifyDNSLength?: boolean;
  }

  /** Converts a name to ASCII (Punycode); null if the name is invalid. */
  export function toASCII(name: string, options?: Options): string | null;

  export function toUnicode(name: string, options?: Options): { domain: string; error: boolean };
}
