/** The package has no types of its own; what is used of it. */
declare module 'tr46' {
  interface Options {
    readonly checkBidi?: boolean;
    readonly checkHyphens?: boolean;
    readonly checkJoiners?: boolean;
    readonly useSTD3ASCIIRules?: boolean;
    readonly verifyDNSLength?: boolean;
  }

  /** Null when the name is not valid. */
  export function toASCII(name: string, options?: Options): string | null;

  export function toUnicode(name: string, options?: Options): { domain: string; error: boolean };
}
