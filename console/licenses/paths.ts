// The paths of the pages of licenses, beside their components, which are loaded when they are opened.

export const controllersPath = '/controllers';
export const usagePath = '/usage';
