import type { ComponentType } from 'react';

/** A page of the console. `path` follows the `#` in the address, such as `/alerts`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
  /** True: not in the navigation, only linked from emails. */
  readonly isUnlisted?: boolean;
}

/** The pages of a domain, in the order of the navigation. */
export interface Domain {
  readonly name: string;
  readonly pages: readonly Page[];
}
