// A course of one's own: shown to others by link, and given to all.

import { ask } from '../../device/api.js';
import { randomIdentifier } from '../../core/random.js';
import { random } from '../../device/clock.js';
import { Attempt, entry, fault } from '../parts/account-parts.js';
import { coursePage } from '../parts/course-page.js';
import { h } from '../parts/dom.js';
import { button, form, shareLink } from '../parts/elements.js';
import { COUNTRY_KEY } from '../state/own-courses.js';
import { courseKey, readCourse } from '../state/own-course.js';
import { LICENCE, givenOf } from '../state/course-wish.js';
import { currentLanguage, t } from '../strings.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app @param {string} id */
export async function openShare(app, id) {
  const { device } = app;
  const notes = await device.notebook();
  const course = readCourse(id, notes.get(courseKey(id)) ?? '');
  const attempt = new Attempt(app);
  const token = device.account?.token;
  const path = `/courses/${id}`;
  let country = notes.get(COUNTRY_KEY) ?? (currentLanguage() === 'is' ? 'IS' : '');
  let isAgreed = false;
  /** The same for each try to send it. */
  const change = randomIdentifier(random);
  /** @type {{isShared: boolean, wishes: import('../state/course-wish.js').Change[]} | null} */
  let known = null;

  const read = async () => {
    try {
      const { value } = await ask('GET', `${path}/changes`, { token });
      known = { isShared: value.shared, wishes: value.items };
      // It is in the list by now: others have it as it is there.
      if (!value.shared && value.role) app.go(`/c/${id}/changes`, { replace: true });
    } catch (/** @type {any} */ error) {
      if (error.status !== 404) throw error;
      known = { isShared: false, wishes: [] };
    }
  };
  const act = (action) =>
    attempt.run(async () => {
      await action();
      await read();
    });
  const give = () => {
    if (course) act(() => ask('PUT', path, { token, body: givenOf(course, country.toUpperCase()) }));
  };
  const take = () => act(() => ask('DELETE', path, { token }));
  const publish = () =>
    act(() => ask('PUT', `${path}/changes/${change}`, {
      token, body: { publish: true, licence: LICENCE },
    }));
  if (token && course) attempt.run(read);

  const countryEntry = () =>
    entry({ id: 'country', label: t('share.country'), hint: t('share.countryHint'),
      fault: attempt.problem?.field === 'country' && t('share.countryFault') }, {
      value: country,
      maxlength: 2,
      autocapitalize: 'characters',
      oninput: ({ target }) => {
        country = target.value;
      },
    });

  const linkPart = () => [
    h('h2', null, t('share.byLink')),
    h('p', { class: 'muted' }, t(known?.isShared ? 'share.isShown' : 'share.byLinkText')),
    form({ class: 'stack' }, give,
      countryEntry(),
      button(t(known?.isShared ? 'share.again' : 'share.show'), null,
        known?.isShared ? 'wide' : 'primary wide', { disabled: attempt.isBusy })),
    known?.isShared &&
      button(t('share.pass'), () => shareLink(app, `/c/${id}`, course?.name), 'primary wide'),
    known?.isShared && button(t('share.hide'), take, 'wide', { disabled: attempt.isBusy }),
  ];

  const allPart = () => {
    const wish = known?.wishes.find(({ publish: isIt, state }) => isIt && state === 'proposed');
    const refused = known?.wishes.find(({ publish: isIt, state }) => isIt && state === 'refused');
    return known?.isShared && [
      h('h2', null, t('share.toAll')),
      refused && !wish && h('p', { class: 'notice' }, t('share.refused'),
        refused.reason && ` ${refused.reason}`),
      wish
        ? h('p', { class: 'notice', role: 'status' }, t('share.waits'))
        : form({ class: 'stack' }, publish,
            h('p', { class: 'muted' }, t('share.toAllText')),
            h('label', { class: 'check' },
              h('input', {
                type: 'checkbox',
                checked: isAgreed,
                onchange: ({ target }) => {
                  isAgreed = target.checked;
                  app.update();
                },
              }), h('span', null, t('share.licence'))),
            button(t('share.propose'), null, 'wide', { disabled: !isAgreed || attempt.isBusy })),
    ];
  };

  return {
    title: t('share.title'),
    close: () => notes.leave(),
    view: () =>
      coursePage(
        t('share.title'),
        { id, course, isIn: Boolean(token), way: `/c/${id}/share`, needs: t('share.needsAccount') },
        [linkPart(), allPart(), attempt.problem?.field !== 'country' && fault(attempt.rest())],
      ),
  };
}
