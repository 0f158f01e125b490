/** The languages of the browser, which determine the format of times and numbers. The text is English. */
export const locales: readonly string[] =
  'document' in globalThis && navigator.languages.length > 0 ? navigator.languages : ['en-US'];
