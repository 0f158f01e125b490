import type { ComponentType } from 'react';

/** A page of the console. `path` follows the `#` in the URL, such as `/alerts`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
  /** True: not in the navigation, but linked from other pages or emails. */
  readonly isUnlisted?: boolean;
  /** The path of the parent page, which is marked in the navigation and linked above the page. */
  readonly parent?: string;
  /** Shown only to people with this permission of `viewer { permissions }`; see `useAccess`. */
  readonly permission: string;
  /** Whether its address can have a time range, which links of the navigation preserve. */
  readonly hasTimeRange?: boolean;
  /** The title of a group of pages that share one link in the navigation, and have tabs. */
  readonly group?: string;
}

/** The pages of a domain in the order of the navigation. */
export interface Domain {
  readonly name: string;
  readonly pages: readonly Page[];
}
