/** The server accepts the session cookie only with this header, which other sites cannot send. */
const sessionHeader = 'X-Rampart-Session';

/** Lets requests to this server use the session of the console, unless they have an Authorization header. */
function addSessionHeader(request) {
  if (!request.headers.Authorization && new URL(request.url, location.href).origin === location.origin) {
    request.headers[sessionHeader] = '1';
  }
  return request;
}

function requestSession(method) {
  return fetch('../session', { method, headers: { [sessionHeader]: '1' } });
}

/** Signs out and opens the console, which removes all responses from the page. */
async function signOut() {
  const response = await requestSession('DELETE');
  const { signOutUrl = '../' } = response.status === 200 ? await response.json() : {};
  new BroadcastChannel('rampart.session').postMessage('signed-out');
  location.assign(signOutUrl);
}

const signOutButton = document.getElementById('sign-out');
signOutButton.addEventListener('click', signOut);
const headerReady = requestSession('GET').then(({ ok }) => {
  signOutButton.hidden = !ok;
});

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark mode, which only this class turns on. */
function followScheme() {
  document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
}

darkScheme.addEventListener('change', followScheme);
followScheme();

function startReference() {
  window.SwaggerUIBundle({
    url: '../openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: false,
    // Without the validator badge, the page sends no requests to other hosts.
    validatorUrl: null,
    requestInterceptor: addSessionHeader,
  });
}

// Deferred scripts, such as Swagger UI, run before this event. On a slow computer, Swagger UI renders for seconds,
// during which the page does not respond, so the header is completed first.
document.addEventListener('DOMContentLoaded', () => headerReady.finally(startReference));
