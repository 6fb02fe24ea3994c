// The page's own files on this device: service-worker.js keeps them.

/**
 * @param {() => boolean} isBusy whether a game is open: then the page stays as it is
 */
export async function keepShellFresh(isBusy) {
  const { serviceWorker } = navigator;
  // There is none where the page comes without encryption.
  if (!serviceWorker) return;
  const hadShell = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadShell && !isBusy()) location.reload();
  });
  try {
    const options = /** @type {const} */ ({ updateViaCache: 'none' });
    const registration = await serviceWorker.register('/service-worker.js', options);
    const change = () => isBusy() || registration.waiting?.postMessage('take over');
    const follow = () =>
      registration.installing?.addEventListener('statechange', () => hadShell && change());
    follow();
    registration.addEventListener('updatefound', follow);
    document.addEventListener('visibilitychange', change);
    change();
  } catch {
    // The page works without, only not offline from its first moment on.
  }
}
