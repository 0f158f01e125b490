/** The languages of the browser, whose formats times and numbers have; words stay in English. */
export const locales: readonly string[] =
  'document' in globalThis && navigator.languages.length > 0 ? navigator.languages : ['en-US'];
