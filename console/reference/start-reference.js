const tokenKey = 'rampart.token';

/** Requests tried out on this page carry the operator token of the console, unless one was given here. */
function addToken(request) {
  const token = sessionStorage.getItem(tokenKey);
  if (token && !request.headers.Authorization && new URL(request.url, location.href).origin === location.origin) {
    request.headers.Authorization = `Bearer ${token}`;
  }
  return request;
}

/** Signs out and leaves for the console: answers that were tried out here are gone with the page. */
function signOut() {
  sessionStorage.removeItem(tokenKey);
  location.assign('/');
}

const signOutButton = document.getElementById('sign-out');
signOutButton.hidden = sessionStorage.getItem(tokenKey) === null;
signOutButton.addEventListener('click', signOut);

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark form, but takes it from this class only. */
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
  // Nothing is asked of other hosts: no validator badge.
  validatorUrl: null,
  requestInterceptor: addToken,
});
