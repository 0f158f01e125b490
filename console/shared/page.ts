import type { ComponentType } from 'react';

/** A page of the console. `path` follows the `#` in the address, such as `/alerts`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
  /** True: not in the navigation, only linked from other pages or emails. */
  readonly isUnlisted?: boolean;
  /** The path of the page that it belongs to: marked in the navigation, and linked above the page. */
  readonly parent?: string;
  /** Shown only to people with this permission of `viewer { permissions }`; see `useAccess`. */
  readonly permission: string;
  /** Whether its address can have a time range, which the navigation takes along. */
  readonly hasTimeRange?: boolean;
  /** The title of the group of pages that has one link in the navigation, and tabs. */
  readonly group?: string;
}

/** The pages of a domain, in the order of the navigation. */
export interface Domain {
  readonly name: string;
  readonly pages: readonly Page[];
}
