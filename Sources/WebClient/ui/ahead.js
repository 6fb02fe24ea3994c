// Not a module: the page's first script, which asks for what the address needs beside app.js in the
// same round, and shows a sign of life until that is here.
{
  const [kind, code] = location.pathname.slice(1).split('/');
  const language = navigator.languages.find((each) => /^(en|is)\b/.test(each)) ?? 'en';
  const isIcelandic = language.startsWith('is');
  const ask = (rel, href) => {
    const link = Object.assign(document.createElement('link'), { rel, href });
    // Who needs it asks again.
    link.onerror = () => link.remove();
    document.head.append(link);
  };

  ask('modulepreload', isIcelandic ? '/ui/strings.is.js' : '/ui/strings.en.js');
  if (!kind) {
    ask('modulepreload', '/ui/screens/home.js');
    ask('stylesheet', '/home.css');
  } else if (kind !== 'new') {
    ask('modulepreload', '/device/game.js');
    ask('modulepreload', '/ui/play.js');
    if (kind === 'g') ask('modulepreload', '/core/restore.js');
    ask('stylesheet', '/card.css');
  }

  const page = /** @type {HTMLElement} */ (document.getElementById('first'));
  if (kind === 'j' && code) page.children[1].textContent = decodeURIComponent(code).toUpperCase();
  page.children[2].textContent = isIcelandic ? 'Augnablik …' : 'One moment …';
}
