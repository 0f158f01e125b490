import type { ComponentType } from 'react';

/** A page of the console. `path` follows the `#` in the URL, such as `/alerts`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
  /** True: the page is not in the navigation, but linked from emails. */
  readonly isUnlisted?: boolean;
  /** The path of the parent page, which is marked in the navigation instead of this one and linked above the page. */
  readonly parent?: string;
  /** Permission that is required to see the page, one of `viewer { permissions }`; see `useAccess`. */
  readonly permission: string;
  /** Whether the URL of the page can have a time range, which links of the navigation preserve. */
  readonly hasTimeRange?: boolean;
  /** Title of the group to which the page belongs. Pages of a group share one link in the navigation, and have tabs. */
  readonly group?: string;
}
