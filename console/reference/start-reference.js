const tokenKey = 'rampart.token';

/** Adds the operator token of the console to requests that have no Authorization. */
function addToken(request) {
  const token = sessionStorage.getItem(tokenKey);
  if (token && !request.headers.Authorization && new URL(request.url, location.href).origin === location.origin) {
    request.headers.Authorization = `Bearer ${token}`;
  }
  return request;
}

/** Signs out and opens the console, which removes all responses from the page. */
function signOut() {
  sessionStorage.removeItem(tokenKey);
  location.assign('/');
}

const signOutButton = document.getElementById('sign-out');
signOutButton.hidden = sessionStorage.getItem(tokenKey) === null;
signOutButton.addEventListener('click', signOut);

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark mode, which only this class turns on. */
function followScheme() {
  document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
}

darkScheme.addEventListener('change', followScheme);
followScheme();

window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: false,
  // No requests to other hosts: no validator badge.
  validatorUrl: null,
  requestInterceptor: addToken,
});
