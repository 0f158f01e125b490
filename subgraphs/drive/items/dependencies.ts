import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from './content/content-store.js';

/** Dependencies of features that read or store file contents. */
export interface ContentDependencies extends DriveDependencies {
  readonly content: ContentStore;
}
