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

/** Channel to the other tabs of this browser, which share the session. */
const otherTabs = new BroadcastChannel('rampart.session');
// Removes the responses of the person who has signed out in another tab.
otherTabs.addEventListener('message', ({ data }) => data === 'signed-out' && location.reload());

/** Signs out and opens the console, which removes all responses from the page. */
async function signOut() {
  const response = await requestSession('DELETE').catch(() => undefined);
  document.getElementById('sign-out-failed').hidden = response?.ok === true;
  if (response?.ok) {
    const { signOutUrl = '../' } = response.status === 200 ? await response.json() : {};
    otherTabs.postMessage('signed-out');
    location.assign(signOutUrl);
  }
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
