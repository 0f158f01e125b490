// The paths of the pages of licenses. They are in a module of their own, because components are loaded when their page
// is opened.

export const controllersPath = '/controllers';
export const usagePath = '/usage';
