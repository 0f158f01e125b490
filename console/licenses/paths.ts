// The paths of the pages of licenses. They are in a separate module, because components are loaded when their page
// is opened.

export const controllersPath = '/controllers';
export const usagePath = '/usage';
