// The page's own files on this device: service-worker.js keeps them. There is none where the page
// comes without encryption.

const KEEPING_MILLISECONDS_MAX = 10_000;
/** So long after the first screen it is seen to those that aren't shown yet. */
const LOAD_MILLISECONDS = 1_500;

const { serviceWorker } = navigator;

/** @param {() => boolean} isBusy whether a game is open: then the page stays as it is */
async function keepShellFresh(isBusy) {
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
      if (hadShell && !isBusy()) registration.waiting?.postMessage('take over');
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
const isShellKept = () =>
  Promise.race([
    Boolean(serviceWorker) && serviceWorker.ready.then(() => true),
    new Promise((resolve) => {
      setTimeout(resolve, KEEPING_MILLISECONDS_MAX, false);
    }),
  ]);

/**
 * Keeps the page's files on the device.
 *
 * @param {{isBusy: boolean}} device
 * @param {(() => Promise<any>)[]} loads what must be here before the signal goes where no service
 *   worker keeps it
 */
export function keepShell(device, loads) {
  keepShellFresh(() => device.isBusy);
  const loadAll = () => Promise.allSettled(loads.map((load) => load()));
  setTimeout(async () => {
    if (await isShellKept()) return;
    await loadAll();
    addEventListener('online', loadAll);
  }, LOAD_MILLISECONDS);
}
