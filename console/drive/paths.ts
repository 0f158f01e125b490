// The paths of the pages of the document site. They are in a separate module, because components are loaded when
// their page is opened.

export const drivePath = '/drive';
export const massChangesPath = '/drive/mass-changes';
export const driveSearchPath = '/drive/search';
export const treePath = '/drive/files';
