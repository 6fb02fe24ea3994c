// A link with a secret in it, shown to another phone: as a picture, or shared as it is.

import { drawLink } from '../../device/drawn-link.js';
import { Attempt, fault } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, shareLink } from '../parts/elements.js';
import { t } from '../strings.js';

/**
 * @param {import('../app.js').App} app
 * @param {{name: string, note: string, title: string}} about what the picture is, what there is to
 *   know about the link, and what it is shared as
 * @returns {(path: string) => import('../parts/dom.js').Child[]}
 */
export function shownLink(app, { name, note, title }) {
  let attempt = new Attempt(app);
  let drawn = { path: '', picture: '' };
  /** The path that was last to be drawn: the picture of another one may still come. */
  let wanted = '';
  const draw = (path) => async () => {
    wanted = path;
    attempt = new Attempt(app);
    const picture = await attempt.run(() => drawLink(location.origin + path));
    if (picture && path === wanted) drawn = { path, picture };
    app.update();
  };
  const withoutPicture = (path) =>
    attempt.problem
      ? [
          fault(attempt.rest()),
          h('p', { class: 'muted' }, t('link.noPicture')),
          button(t('banner.try'), draw(path), 'wide'),
        ]
      : h('p', { role: 'status' }, t('app.loading'));
  return (path) => [
    h(
      'div',
      { key: path, class: 'picture stack', mounted: draw(path) },
      drawn.path === path
        ? h('img', { class: 'qr', src: drawn.picture, alt: name, width: 224, height: 224 })
        : withoutPicture(path),
    ),
    h('p', { class: 'muted' }, note),
    button(t('link.share'), () => shareLink(app, path, title), 'wide'),
  ];
}
