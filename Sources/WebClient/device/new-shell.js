// A new version of the page's files, which service-worker.js has put on this device.

const TAKING_MILLISECONDS_MAX = 1_000;

/** If a new version has come since the last start, the page begins anew with it. */
export async function takeNewShell() {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return;
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  if (!registration?.waiting) return;
  await new Promise((resolve) => {
    setTimeout(resolve, TAKING_MILLISECONDS_MAX);
    serviceWorker.addEventListener('controllerchange', () => location.reload());
    // That is only good while no game is open.
    registration.waiting?.postMessage('take over');
  });
}
