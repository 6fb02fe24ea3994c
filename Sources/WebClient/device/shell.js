// The page's own files on this device: service-worker.js keeps them. There is none where the page
// comes without encryption.

const TAKING_MILLISECONDS_MAX = 1_000;
const KEEPING_MILLISECONDS_MAX = 10_000;

const { serviceWorker } = navigator;

/**
 * Asks the worker that waits to take the page over, which is only good while no game is open.
 *
 * @param {ServiceWorker} worker
 */
const askToTakeOver = (worker) => worker.postMessage('take over');

/** If a new version has come since the last start, the page begins anew with it. */
export async function takeNewShell() {
  if (!serviceWorker?.controller) return;
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  if (!registration?.waiting) return;
  await new Promise((resolve) => {
    setTimeout(resolve, TAKING_MILLISECONDS_MAX);
    serviceWorker.addEventListener('controllerchange', () => location.reload());
    askToTakeOver(/** @type {ServiceWorker} */ (registration.waiting));
  });
}

/** @param {() => boolean} isBusy whether a game is open: then the page stays as it is */
export async function keepShellFresh(isBusy) {
  if (!serviceWorker) return;
  const hadShell = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadShell && !isBusy()) location.reload();
  });
  try {
    const registration = await serviceWorker.register('/service-worker.js', {
      updateViaCache: 'none',
    });
    const take = () => {
      if (hadShell && registration.waiting && !isBusy()) askToTakeOver(registration.waiting);
    };
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', take),
    );
    document.addEventListener('visibilitychange', take);
  } catch {
    // The page works without, only not offline from its first moment on.
  }
}

/** Whether all files are on this device, or come soon. */
export const isShellKept = () =>
  Promise.race([
    Boolean(serviceWorker) && serviceWorker.ready.then(() => true),
    new Promise((resolve) => {
      setTimeout(resolve, KEEPING_MILLISECONDS_MAX, false);
    }),
  ]);
