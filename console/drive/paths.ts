// The paths of the pages of the document site, beside their components, which are loaded when they are opened.

export const drivePath = '/drive';
export const massChangesPath = '/drive/mass-changes';
export const driveSearchPath = '/drive/search';
export const treePath = '/drive/files';
