import type { ComponentType } from 'react';

/** One page of the console. `path` is what stands behind the `#`, such as `/alerts`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
  /** True: only links from elsewhere, such as mails, lead there. */
  readonly isUnlisted?: boolean;
}

/** What a domain brings to the console: its pages, in the order of the navigation. */
export interface Domain {
  readonly name: string;
  readonly pages: readonly Page[];
}
